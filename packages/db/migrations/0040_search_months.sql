CREATE INDEX CONCURRENTLY IF NOT EXISTS "studies_search_months" ON "studies" USING gin ("doctor_keys",(array["lab_id"]),(array[(extract(year from received_at at time zone 'UTC') * 12 + extract(month from received_at at time zone 'UTC'))::int]),"search_all" gin_trgm_ops,"search_name" gin_trgm_ops,"search_patient_id" gin_trgm_ops,"search_accession" gin_trgm_ops,"search_physician" gin_trgm_ops,"search_description" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "studies_search";--> statement-breakpoint
-- How many studies a month has: the planner learns it for the new index.
ANALYZE "studies";

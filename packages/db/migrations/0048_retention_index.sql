-- in batches
CREATE INDEX CONCURRENTLY IF NOT EXISTS "patients_held" ON "patients" USING btree ("id") WHERE "patients"."hold_reason" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "studies_retention" ON "studies" USING btree ("reported_at","images_missing_at","image_count") WHERE "studies"."tab" = 'completed' and "studies"."anonymised_at" is null;
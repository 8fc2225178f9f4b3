ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "subject" jsonb;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN IF NOT EXISTS "contradicted_age" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_subject" ON "reports" USING btree (("subject" ->> 'patientRowId')) WHERE "reports"."subject" is not null;

ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "subject" jsonb;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_subject" ON "reports" USING btree (("subject" ->> 'patientRowId')) WHERE "reports"."subject" is not null;

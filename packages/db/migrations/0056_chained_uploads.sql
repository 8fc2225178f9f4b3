ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "subject_hash" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "prev_hash" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "hash" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_unchained" ON "reports" USING btree ("study_id") WHERE "reports"."version_id" is null and "reports"."hash" is null;

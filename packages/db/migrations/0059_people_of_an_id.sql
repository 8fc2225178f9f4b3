ALTER TABLE "patients" VALIDATE CONSTRAINT "patients_merged_into_patients_id_fk";
--> statement-breakpoint
ALTER TABLE "patients" VALIDATE CONSTRAINT "patients_identity_review_id_identity_reviews_id_fk";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "patients_lab_patient_id_person" ON "patients" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),"patient_id","person") WHERE "patients"."patient_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "patients_merged_into" ON "patients" USING btree ("merged_into") WHERE "patients"."merged_into" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "patients_identity_review" ON "patients" USING btree ("identity_review_id") WHERE "patients"."identity_review_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "patients_identity_unchecked" ON "patients" USING btree ("id") WHERE "patients"."identity_checked_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "patients_lab_patient_id";

ALTER TABLE "studies" ADD COLUMN "doctor_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "doctor_keys" text[] GENERATED ALWAYS AS (doctor_keys(doctor_ids, case when status in ('new_study_received', 'new', 'pending_assignment') then 'pending' when status in ('assigned_to_doctor', 'doctor_opened_report', 'report_in_progress') then 'inprogress' when status in ('report_drafted', 'report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived') then 'completed' end)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "is_emergency" boolean GENERATED ALWAYS AS (case_type in ('urgent', 'emergency') or priority in ('URGENT', 'EMERGENCY')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_name" text GENERATED ALWAYS AS (fold_text(patient_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_patient_id" text GENERATED ALWAYS AS (fold_text(patient_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_accession" text GENERATED ALWAYS AS (fold_text(accession_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_physician" text GENERATED ALWAYS AS (fold_text(referring_physician)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_description" text GENERATED ALWAYS AS (fold_text(coalesce(description, '') || ' ' || clinical_history)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "search_all" text GENERATED ALWAYS AS (fold_text(study_search_text(patient_name, patient_id, accession_number, description, modalities, study_date))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "assignments_assigned_active" ON "assignments" USING btree ("assigned_at") WHERE "assignments"."unassigned_at" is null;--> statement-breakpoint
CREATE INDEX "studies_study_date" ON "studies" USING btree (coalesce(study_date, '0001-01-01'::date),"id");--> statement-breakpoint
CREATE INDEX "studies_reported" ON "studies" USING btree (coalesce(reported_at, '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "studies_name" ON "studies" USING btree ("left"(search_name, 100),"id");--> statement-breakpoint
CREATE INDEX "studies_patient_id" ON "studies" USING btree ("left"(search_patient_id, 100),"id");--> statement-breakpoint
CREATE INDEX "studies_accession" ON "studies" USING btree ("left"(search_accession, 100),"id");--> statement-breakpoint
CREATE INDEX "studies_status" ON "studies" USING btree ("status","received_at","id");--> statement-breakpoint
CREATE INDEX "studies_emergency" ON "studies" USING btree ("received_at","id") WHERE "studies"."is_emergency";--> statement-breakpoint
CREATE INDEX "studies_mlc" ON "studies" USING btree ("received_at","id") WHERE "studies"."mlc_case";--> statement-breakpoint
CREATE INDEX "studies_type" ON "studies" USING btree ("study_type","received_at","id") WHERE "studies"."study_type" is not null;--> statement-breakpoint
CREATE INDEX "studies_doctor_keys" ON "studies" USING gin ("doctor_keys");--> statement-breakpoint
CREATE INDEX "studies_modalities" ON "studies" USING gin ("modalities");--> statement-breakpoint
CREATE INDEX "studies_search" ON "studies" USING gin ("search_all" gin_trgm_ops,"search_name" gin_trgm_ops,"search_patient_id" gin_trgm_ops,"search_accession" gin_trgm_ops,"search_physician" gin_trgm_ops,"search_description" gin_trgm_ops);
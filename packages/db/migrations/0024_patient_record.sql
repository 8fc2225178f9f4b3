CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"patient_row_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"study_id" uuid NOT NULL,
	"category" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "documents_category" CHECK ("documents"."category" in ('clinical', 'radiology', 'lab', 'other'))
);
--> statement-breakpoint
CREATE TABLE "prior_openings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "study_details" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"previous_injury" text DEFAULT '' NOT NULL,
	"previous_surgery" text DEFAULT '' NOT NULL,
	"procedure_code" text DEFAULT '' NOT NULL,
	"lmp" date,
	"referring_email" text DEFAULT '' NOT NULL,
	"referring_mobile" text DEFAULT '' NOT NULL,
	"referring_institution" text DEFAULT '' NOT NULL,
	"referring_contact" text DEFAULT '' NOT NULL,
	"corrected_requesting_physician" text,
	"corrected_technologist" text,
	"requesting_email" text DEFAULT '' NOT NULL,
	"requesting_mobile" text DEFAULT '' NOT NULL,
	"requesting_institution" text DEFAULT '' NOT NULL,
	"technologist_mobile" text DEFAULT '' NOT NULL,
	"technologist_comments" text DEFAULT '' NOT NULL,
	"technologist_reason_to_send" text DEFAULT '' NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "salutation" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "contact_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "contact_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "next_document" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "patient_position" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_accession_number" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_description" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_referring_physician" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_requesting_physician" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_operator_name" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_order_date" date;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "corrected_accession_number" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "corrected_description" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "corrected_referring_physician" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "corrected_patient_age" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "case_flags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "record_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prior_openings" ADD CONSTRAINT "prior_openings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prior_openings" ADD CONSTRAINT "prior_openings_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_details" ADD CONSTRAINT "study_details_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_details" ADD CONSTRAINT "study_details_modified_by_users_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_patient_number" ON "documents" USING btree ("patient_row_id","number");--> statement-breakpoint
CREATE INDEX "documents_patient_present" ON "documents" USING btree ("patient_row_id") WHERE "documents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "documents_study" ON "documents" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "documents_uploaded_by" ON "documents" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "documents_deleted_by" ON "documents" USING btree ("deleted_by");--> statement-breakpoint
CREATE UNIQUE INDEX "prior_openings_session_study" ON "prior_openings" USING btree ("session_id","study_id");--> statement-breakpoint
CREATE INDEX "prior_openings_study" ON "prior_openings" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "study_details_modified_by" ON "study_details" USING btree ("modified_by");--> statement-breakpoint
CREATE INDEX "studies_case_flags" ON "studies" USING btree ("received_at","id") WHERE "studies"."case_flags" <> '{}';--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_salutation" CHECK ("patients"."salutation" in ('Mr', 'Mrs', 'Ms', 'Dr'));--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_case_flags_known" CHECK ("studies"."case_flags" <@ array['meetReferralDoctor', 'studyException', 'billedStudy']::text[]);
--> statement-breakpoint
-- Until now nobody could correct anything: what stands in the rows is what the scanners said.
update studies set dicom_accession_number = accession_number, dicom_description = description, dicom_referring_physician = referring_physician;
--> statement-breakpoint
drop trigger studies_shown_patient on studies;
--> statement-breakpoint
drop function shown_patient();
--> statement-breakpoint
-- The one rule for what is shown of a study and its patient: what people corrected, else what the scanner said; an empty correction clears it.
-- Whoever writes the shown columns is overruled.
create function shown_study() returns trigger language plpgsql as $$
declare
  patient patients%rowtype;
begin
  select * into patient from patients where id = new.patient_row_id;
  new.patient_id := coalesce(patient.patient_id, new.dicom_patient_id);
  new.patient_name := coalesce(patient.corrected_name, new.dicom_patient_name);
  new.patient_sex := coalesce(patient.corrected_sex, new.dicom_patient_sex);
  new.patient_birth_date := coalesce(patient.corrected_birth_date, new.dicom_patient_birth_date);
  new.patient_age := coalesce(new.corrected_patient_age, dicom_age(patient.corrected_birth_date, new.study_date), new.dicom_patient_age);
  new.accession_number := nullif(coalesce(new.corrected_accession_number, new.dicom_accession_number), '');
  new.description := nullif(coalesce(new.corrected_description, new.dicom_description), '');
  new.referring_physician := nullif(coalesce(new.corrected_referring_physician, new.dicom_referring_physician), '');
  return new;
end
$$;
--> statement-breakpoint
create trigger studies_shown before insert or update of patient_row_id, study_date,
  dicom_patient_id, dicom_patient_name, dicom_patient_sex, dicom_patient_birth_date, dicom_patient_age, corrected_patient_age,
  dicom_accession_number, dicom_description, dicom_referring_physician,
  corrected_accession_number, corrected_description, corrected_referring_physician,
  patient_id, patient_name, patient_sex, patient_birth_date, patient_age, accession_number, description, referring_physician
  on studies for each row execute function shown_study();

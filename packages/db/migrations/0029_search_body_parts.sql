-- Searches of all fields look in the body parts of the series too. No row is rewritten: the generated column becomes a plain one that keeps what
-- it holds, and the studies that are there have no body parts yet (null); the worker gathers them, some at a time.
ALTER TABLE "studies" ALTER COLUMN "search_all" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "studies" ALTER COLUMN "search_all" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "body_parts" text;--> statement-breakpoint
ALTER TABLE "studies" ALTER COLUMN "body_parts" SET DEFAULT '';--> statement-breakpoint
CREATE INDEX "studies_unassigned" ON "studies" USING btree ("received_at","id") WHERE "studies"."doctor_ids" = '{}';--> statement-breakpoint
CREATE INDEX "studies_body_parts_due" ON "studies" USING btree ("id") WHERE "studies"."body_parts" is null;--> statement-breakpoint
-- As in 0024, and what a search of all fields looks in, of what is shown.
create or replace function shown_study() returns trigger language plpgsql as $$
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
  new.search_all := fold_text(concat_ws(' ', study_search_text(new.patient_name, new.patient_id, new.accession_number, new.description,
    new.modalities, new.study_date), new.body_parts));
  return new;
end
$$;--> statement-breakpoint
drop trigger studies_shown on studies;--> statement-breakpoint
create trigger studies_shown before insert or update of patient_row_id, study_date,
  dicom_patient_id, dicom_patient_name, dicom_patient_sex, dicom_patient_birth_date, dicom_patient_age, corrected_patient_age,
  dicom_accession_number, dicom_description, dicom_referring_physician,
  corrected_accession_number, corrected_description, corrected_referring_physician,
  patient_id, patient_name, patient_sex, patient_birth_date, patient_age, accession_number, description, referring_physician,
  modalities, body_parts, search_all
  on studies for each row execute function shown_study();

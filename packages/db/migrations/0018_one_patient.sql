ALTER TABLE "patients" DROP CONSTRAINT "patients_sex";--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_patient_id" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_patient_name" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_patient_sex" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_patient_birth_date" date;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "dicom_patient_age" text;--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "full_name";--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "sex";--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "birth_date";
--> statement-breakpoint
CREATE TABLE "patient_aliases" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"patient_id" text NOT NULL,
	"patient_row_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "corrected_name" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "corrected_sex" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "corrected_birth_date" date;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_aliases" ADD CONSTRAINT "patient_aliases_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_aliases" ADD CONSTRAINT "patient_aliases_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "patient_aliases_lab_patient_id" ON "patient_aliases" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),"patient_id");--> statement-breakpoint
CREATE INDEX "patient_aliases_lab" ON "patient_aliases" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "patient_aliases_patient" ON "patient_aliases" USING btree ("patient_row_id");--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_corrected_sex" CHECK ("patients"."corrected_sex" in ('M', 'F', 'O'));
--> statement-breakpoint
-- Until now nobody could correct anything: what stands in the rows is what the scanners said.
update studies set dicom_patient_id = patient_id, dicom_patient_name = patient_name, dicom_patient_sex = patient_sex,
  dicom_patient_birth_date = patient_birth_date, dicom_patient_age = patient_age;
--> statement-breakpoint
-- Age at a day as DICOM writes it (AS), without leading zeros; null where one of the days is unknown.
create function dicom_age(birth date, made date) returns text language sql immutable parallel safe as $$
  select case
    when made < birth then null
    when months < 1 then (made - birth) || 'D'
    when months < 24 then months || 'M'
    else months / 12 || 'Y' end
  from (select (extract(year from age(made, birth)) * 12 + extract(month from age(made, birth)))::int as months) whole
$$;
--> statement-breakpoint
-- The one rule for what is shown of a patient: what people corrected, else what the scanner said. Whoever writes the shown columns is overruled.
create function shown_patient() returns trigger language plpgsql as $$
declare
  patient patients%rowtype;
begin
  select * into patient from patients where id = new.patient_row_id;
  new.patient_id := coalesce(patient.patient_id, new.dicom_patient_id);
  new.patient_name := coalesce(patient.corrected_name, new.dicom_patient_name);
  new.patient_sex := coalesce(patient.corrected_sex, new.dicom_patient_sex);
  new.patient_birth_date := coalesce(patient.corrected_birth_date, new.dicom_patient_birth_date);
  new.patient_age := coalesce(dicom_age(patient.corrected_birth_date, new.study_date), new.dicom_patient_age);
  return new;
end
$$;
--> statement-breakpoint
create trigger studies_shown_patient before insert or update of patient_row_id, study_date,
  dicom_patient_id, dicom_patient_name, dicom_patient_sex, dicom_patient_birth_date, dicom_patient_age,
  patient_id, patient_name, patient_sex, patient_birth_date, patient_age
  on studies for each row execute function shown_patient();
--> statement-breakpoint
create function show_patient() returns trigger language plpgsql as $$
begin
  update studies set patient_row_id = patient_row_id where patient_row_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger patients_show after update of patient_id, corrected_name, corrected_sex, corrected_birth_date
  on patients for each row execute function show_patient();

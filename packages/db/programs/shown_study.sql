-- Returns the age at a day as DICOM writes it (AS), without leading zeros; null where one of the days is unknown.
create or replace function dicom_age(birth date, made date) returns text language sql immutable parallel safe as $$
  select case
    when made < birth then null
    when months < 1 then (made - birth) || 'D'
    when months < 24 then months || 'M'
    else months / 12 || 'Y' end
  from (select (extract(year from age(made, birth)) * 12 + extract(month from age(made, birth)))::int as months) whole
$$;
--> statement-breakpoint
-- Returns the text that a search of all fields compares. The date is in it as people write it and as DICOM does.
-- Its result is stored by shown_study: studies keep the former text until they are written again.
create or replace function study_search_text(name text, patient_id text, accession text, description text, modalities text[], made date)
returns text language sql immutable parallel safe as $$
  select concat_ws(' ', name, patient_id, accession, description, array_to_string(modalities, ' '),
    to_char(made, 'YYYY-MM-DD'), to_char(made, 'YYYYMMDD'))
$$;
--> statement-breakpoint
-- The one rule for the values that are shown of a study and its patient: the correction, else the scanner's value. An empty correction clears it.
-- A value that a statement writes into a shown column is replaced.
create or replace function shown_study() returns trigger language plpgsql as $$
declare
  patient patients%rowtype;
begin
  select * into patient from patients where id = new.patient_row_id;
  new.patient_id := coalesce(patient.patient_id, new.dicom_patient_id);
  new.patient_pn := coalesce(patient.corrected_name, new.dicom_patient_name);
  new.patient_name := shown_name(new.patient_pn);
  new.patient_sex := coalesce(patient.corrected_sex, new.dicom_patient_sex);
  new.patient_birth_date := coalesce(patient.corrected_birth_date, new.dicom_patient_birth_date);
  new.patient_age := coalesce(new.corrected_patient_age, dicom_age(patient.corrected_birth_date, new.study_date), new.dicom_patient_age);
  new.accession_number := nullif(coalesce(new.corrected_accession_number, new.dicom_accession_number), '');
  new.description := nullif(coalesce(new.corrected_description, new.dicom_description), '');
  new.referring_physician := shown_name(coalesce(new.corrected_referring_physician, new.dicom_referring_physician));
  new.search_name := name_search_text(new.patient_pn);
  new.search_all := new.search_name || fold_text(concat_ws(' ', study_search_text(null, new.patient_id, new.accession_number, new.description,
    new.modalities, new.study_date), new.body_parts, (select string_agg(substr(named, 11), ' ') from unnest(new.request_keys) named
      where named like 'accession:%')));
  return new;
end
$$;
--> statement-breakpoint
create or replace trigger studies_shown before insert or update of patient_row_id, study_date,
  dicom_patient_id, dicom_patient_name, dicom_patient_sex, dicom_patient_birth_date, dicom_patient_age, corrected_patient_age,
  dicom_accession_number, dicom_description, dicom_referring_physician,
  corrected_accession_number, corrected_description, corrected_referring_physician,
  patient_id, patient_pn, patient_name, patient_sex, patient_birth_date, patient_age, accession_number, description, referring_physician,
  modalities, body_parts, request_keys, search_name, search_all
  on studies for each row execute function shown_study();
--> statement-breakpoint
create or replace function show_patient() returns trigger language plpgsql as $$
begin
  update studies set patient_row_id = patient_row_id where patient_row_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger patients_show after update of patient_id, corrected_name, corrected_sex, corrected_birth_date
  on patients for each row execute function show_patient();

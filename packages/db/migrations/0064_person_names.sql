ALTER TABLE "studies" ADD COLUMN "patient_pn" text;
--> statement-breakpoint
-- The functions of this version, as in programs/: from here on they write what the database computed.
-- Returns a person's name for lists, from its text as DICOM writes it (Family^Given^Middle^Prefix^Suffix=ideographic=phonetic): the first script, and
-- other ones in brackets. Null if nothing of it can be read. As rowName in packages/contracts/src/core/person-names.ts.
create or replace function shown_name(name text) returns text language plpgsql immutable parallel safe as $$
begin
  -- Most names have one script, and each change of a study shows two.
  if position('=' in name) = 0 then
    return nullif(btrim(regexp_replace(translate(name, '^', ' '), '\s+', ' ', 'g')), '');
  end if;
  return (
    select string_agg(case position when 1 then words when 2 then ' (' || words else ', ' || words end, '' order by position)
      || case when count(*) > 1 then ')' else '' end
    from (
      select words, row_number() over (order by min(place)) as position
      from (
        select btrim(regexp_replace(translate(part, '^', ' '), '\s+', ' ', 'g')) as words, place
        from unnest(string_to_array(name, '=')) with ordinality parts (part, place)) read
      where words <> '' group by words) groups);
end
$$;
--> statement-breakpoint
-- Returns the texts by which a name is found, folded: its words, and each script without blanks as "familygivenfamily", in which both orders occur. The
-- sign before it sorts below all letters and digits, and nobody can search for it. A name without parts begins with its first word.
create or replace function name_search_text(name text) returns text language plpgsql immutable parallel safe as $$
declare
  result text := fold_text(shown_name(name));
  part text;
  family text;
  given text;
begin
  foreach part in array string_to_array(coalesce(name, ''), '=') loop
    part := btrim(part);
    family := case when position('^' in part) > 0 then split_part(part, '^', 1) else split_part(part, ' ', 1) end;
    given := replace(fold_text(substr(part, length(family) + 1)), ' ', '');
    family := replace(fold_text(family), ' ', '');
    if family <> '' and given <> '' then
      result := result || ' !' || family || given || family;
    end if;
  end loop;
  return result;
end
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
    new.modalities, new.study_date), new.body_parts));
  return new;
end
$$;
--> statement-breakpoint
ALTER TABLE "studies" ALTER COLUMN "search_name" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "studies" ALTER COLUMN "search_name" SET DEFAULT '';--> statement-breakpoint
-- Keeps what a search of orders compares. An order keeps the former text until one of these columns is written.
create or replace function show_order_search() returns trigger language plpgsql as $$
begin
  new.search_all := fold_text(concat_ws(' ', new.placer_number, new.filler_number, new.accession_number)) || name_search_text(new.patient_name);
  return new;
end
$$;
--> statement-breakpoint
create or replace trigger orders_search_text before insert or update of placer_number, filler_number, accession_number, patient_name, search_all
  on orders for each row execute function show_order_search();
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "search_all" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "search_all" SET DEFAULT '';

-- Notes when the FHIR resources of a study, an order or a person changed (docs/decisions/fhir/fhir.md). The time is that of the statement: it is nearer to
-- the commit than the beginning of the transaction. A transaction notes a row once: each further version of it would be slower to write.
create or replace function is_noted(writer xid, noted timestamptz) returns boolean language sql stable as $$
  select writer = pg_current_xact_id()::xid and noted >= now()
$$;
--> statement-breakpoint
create or replace function note_fhir_orders(changed uuid) returns void language sql as $$
  insert into fhir_order_changes as known (order_id, lab_id, changed_at)
  select o.id, o.lab_id, clock_timestamp() from order_matches m join orders o on o.id = m.order_id where m.study_id = changed order by o.id
  on conflict (order_id) do update set changed_at = excluded.changed_at where not is_noted(known.xmin, known.changed_at)
$$;
--> statement-breakpoint
-- A person's resource shows their newest study.
create or replace function note_fhir_people(people uuid[]) returns void language sql as $$
  insert into fhir_patient_changes as known (patient_row_id, lab_id, changed_at)
  select id, lab_id, clock_timestamp() from patients where id = any(people) order by id
  on conflict (patient_row_id) do update set lab_id = excluded.lab_id, changed_at = excluded.changed_at
    where known.lab_id is distinct from excluded.lab_id or not is_noted(known.xmin, known.changed_at)
$$;
--> statement-breakpoint
create or replace function note_fhir_study() returns trigger language plpgsql as $$
begin
  insert into fhir_study_changes as known (study_id, lab_id, images_at) values (new.id, new.lab_id, clock_timestamp())
  on conflict (study_id) do update set lab_id = excluded.lab_id, images_at = excluded.images_at,
    report_at = case when known.report_at is not null then excluded.images_at end
    where known.lab_id is distinct from excluded.lab_id or not is_noted(known.xmin, least(known.images_at, known.report_at));
  return null;
end
$$;
--> statement-breakpoint
create or replace function note_fhir_person_of_study() returns trigger language plpgsql as $$
begin
  perform note_fhir_people(array[old.patient_row_id, new.patient_row_id]);
  return null;
end
$$;
--> statement-breakpoint
create or replace function note_fhir_orders_of_study() returns trigger language plpgsql as $$
begin
  perform note_fhir_orders(new.id);
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger studies_fhir_new after insert on studies for each row execute function note_fhir_study();
--> statement-breakpoint
create or replace trigger studies_fhir after update on studies for each row
  when ((old.lab_id, old.patient_row_id, old.study_instance_uid, old.accession_number, old.description, old.referring_physician, old.study_date,
    old.modalities, old.archive_version, old.several_people_at)
    is distinct from (new.lab_id, new.patient_row_id, new.study_instance_uid, new.accession_number, new.description, new.referring_physician,
    new.study_date, new.modalities, new.archive_version, new.several_people_at))
  execute function note_fhir_study();
--> statement-breakpoint
create or replace trigger studies_fhir_person_new after insert or delete on studies for each row execute function note_fhir_person_of_study();
--> statement-breakpoint
create or replace trigger studies_fhir_person after update on studies for each row
  when ((old.patient_row_id, old.patient_id, old.patient_name, old.patient_sex, old.patient_birth_date)
    is distinct from (new.patient_row_id, new.patient_id, new.patient_name, new.patient_sex, new.patient_birth_date))
  execute function note_fhir_person_of_study();
--> statement-breakpoint
create or replace trigger studies_fhir_orders after update on studies for each row
  when ((old.lab_id, old.patient_row_id, old.status) is distinct from (new.lab_id, new.patient_row_id, new.status))
  execute function note_fhir_orders_of_study();
--> statement-breakpoint
-- A person moves to another laboratory with their studies.
create or replace function note_fhir_person() returns trigger language plpgsql as $$
begin
  perform note_fhir_people(array[new.id]);
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger patients_fhir after update of lab_id on patients for each row
  when (old.lab_id is distinct from new.lab_id) execute function note_fhir_person();
--> statement-breakpoint
create or replace function note_fhir_order() returns trigger language plpgsql as $$
begin
  insert into fhir_order_changes as known (order_id, lab_id, changed_at) values (new.id, new.lab_id, clock_timestamp())
  on conflict (order_id) do update set changed_at = excluded.changed_at where not is_noted(known.xmin, known.changed_at);
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger orders_fhir after insert or update on orders for each row execute function note_fhir_order();
--> statement-breakpoint
-- Order and study name each other. Either may be going, and its row with it.
create or replace function note_fhir_match() returns trigger language plpgsql as $$
begin
  update fhir_study_changes set images_at = clock_timestamp(), report_at = case when report_at is not null then clock_timestamp() end
    where study_id in (old.study_id, new.study_id) and not is_noted(xmin, least(images_at, report_at));
  update fhir_order_changes set changed_at = clock_timestamp() where order_id in (old.order_id, new.order_id)
    and not is_noted(xmin, changed_at);
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger order_matches_fhir after insert or update or delete on order_matches for each row execute function note_fhir_match();
--> statement-breakpoint
-- A draft, and a report that can be recalled, must not show: not even in the time of the report before it.
create or replace function note_fhir_report() returns trigger language plpgsql as $$
begin
  if (old.released_at is not null and (old.status = 'finalized' or old.version_id is not null))
    or (new.released_at is not null and (new.status = 'finalized' or new.version_id is not null)) then
    update fhir_study_changes set report_at = clock_timestamp()
      where study_id in (old.study_id, new.study_id) and (report_at is null or not is_noted(xmin, report_at));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger reports_fhir after insert or update or delete on reports for each row execute function note_fhir_report();

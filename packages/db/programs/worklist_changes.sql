-- Notes that the lists of these laboratories and doctors changed, and the list of everything. A row belongs to the one transaction that writes it: no
-- writer waits for another.
create or replace function note_change(laboratories uuid[], doctors uuid[]) returns void language sql as $$
  insert into worklist_changes (scope)
  select distinct scope from unnest('{00000000-0000-0000-0000-000000000000}' || laboratories || doctors) scope where scope is not null
  on conflict do nothing
$$;
--> statement-breakpoint
-- Notes the change for all who saw the study before it or see it now, and for those who see a study of the same UID, which is flagged as such.
create or replace function note_study() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform note_change(array[old.lab_id, new.lab_id], old.doctor_ids || new.doctor_ids);
  if old.study_instance_uid is distinct from new.study_instance_uid then
    perform note_change(array[lab_id], doctor_ids) from studies where study_instance_uid in (old.study_instance_uid, new.study_instance_uid);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger studies_noted after insert or update or delete on studies for each row execute function note_study();
--> statement-breakpoint
create or replace function note_row_of_study() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where id in (old.study_id, new.study_id);
  return null;
end
$$;
--> statement-breakpoint
create or replace function note_row_of_patient() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where patient_row_id in (old.patient_row_id, new.patient_row_id);
  return null;
end
$$;
--> statement-breakpoint
create or replace function note_everybody() returns trigger language plpgsql as $$
begin
  perform note_change(array['ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid], '{}');
  return null;
end
$$;
--> statement-breakpoint
-- A row of the worklist shows that its patient's identity is under review.
create or replace function note_patient() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where patient_row_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger assignments_noted after insert or update or delete on assignments for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger study_discussions_noted after insert or update or delete on study_discussions
  for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger reports_noted after insert or update or delete on reports for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger downloads_noted after insert or update or delete on downloads for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger zips_noted after insert or update or delete on zips for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger study_events_noted after insert or update or delete on study_events for each row execute function note_row_of_study();
--> statement-breakpoint
create or replace trigger documents_noted after insert or update or delete on documents for each row execute function note_row_of_patient();
--> statement-breakpoint
create or replace trigger labs_noted after update of name, preliminary_visible on labs for each statement execute function note_everybody();
--> statement-breakpoint
create or replace trigger doctors_noted after update of specialization, is_active_profile, user_id on doctors
  for each statement execute function note_everybody();
--> statement-breakpoint
create or replace trigger users_noted after update of full_name, is_active on users for each statement execute function note_everybody();
--> statement-breakpoint
create or replace trigger patients_noted after update of identity_review_id on patients
  for each row when (old.identity_review_id is distinct from new.identity_review_id) execute function note_patient();
--> statement-breakpoint
create or replace trigger order_matches_noted after insert or update or delete on order_matches
  for each row execute function note_row_of_study();
--> statement-breakpoint
-- A row of the worklist shows that its study has an order, or had one that was cancelled, its indication, and that nobody could read its priority.
create or replace function note_order() returns trigger language plpgsql as $$
begin
  perform note_change(array[s.lab_id], s.doctor_ids) from order_matches m join studies s on s.id = m.study_id where m.order_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger orders_noted after update of state, indication, unknown_values on orders
  for each row when ((old.state, old.indication, old.unknown_values) is distinct from (new.state, new.indication, new.unknown_values)) execute function note_order();
--> statement-breakpoint
-- A row of the worklist shows that another study has a series of the same UID: rows of both change.
create or replace function note_series() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies
    where id in (select study_id from series where series_instance_uid in (old.series_instance_uid, new.series_instance_uid)
      union all values (old.study_id), (new.study_id));
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger series_noted after insert or delete on series for each row execute function note_series();

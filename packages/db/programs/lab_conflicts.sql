-- A study whose images came from two laboratories has neither laboratory nor doctors until an administrator decides. Lists, counts and live messages
-- read these two, and so have nothing to show. Assignments stay and count again afterwards.
create or replace function hide_lab_conflict() returns trigger language plpgsql as $$
begin
  if new.lab_conflict_at is not null then
    new.lab_id := null;
    new.doctor_ids := '{}';
  elsif old.lab_conflict_at is not null then
    new.doctor_ids := coalesce(
      (select array_agg(doctor_id order by assigned_at, id) from assignments where study_id = new.id and unassigned_at is null), '{}');
  end if;
  return new;
end
$$;
--> statement-breakpoint
create or replace trigger studies_lab_conflict before update on studies for each row
  when (old.lab_conflict_at is not null or new.lab_conflict_at is not null) execute function hide_lab_conflict();

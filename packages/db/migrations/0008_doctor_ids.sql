-- An array changes by one doctor at a time from what the row holds, not from a count of assignments: two at once do not lose each other.
create function keep_doctor_ids() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.unassigned_at is null then
    update studies set doctor_ids = array_remove(doctor_ids, old.doctor_id) where id = old.study_id;
  end if;
  if tg_op <> 'DELETE' and new.unassigned_at is null then
    update studies set doctor_ids = array_append(array_remove(doctor_ids, new.doctor_id), new.doctor_id) where id = new.study_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger assignments_doctor_ids after insert or update of study_id, doctor_id, unassigned_at or delete on assignments
  for each row execute function keep_doctor_ids();
--> statement-breakpoint
update studies set doctor_ids = held.doctors
from (select study_id, array_agg(doctor_id) as doctors from assignments where unassigned_at is null group by study_id) held
where held.study_id = studies.id;

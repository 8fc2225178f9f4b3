-- The array changes by one doctor at a time from its present value, not from a count of assignments: two changes at once do not lose each other.
-- An assignment that changes the status has written the doctor with it. A second write of the row would cost as much as the rest.
create or replace function keep_doctor_ids() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.unassigned_at is null then
    update studies set doctor_ids = array_remove(doctor_ids, old.doctor_id) where id = old.study_id;
  end if;
  if tg_op <> 'DELETE' and new.unassigned_at is null then
    update studies set doctor_ids = array_append(array_remove(doctor_ids, new.doctor_id), new.doctor_id) where id = new.study_id
      and doctor_ids[cardinality(doctor_ids)] is distinct from new.doctor_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger assignments_doctor_ids after insert or update of study_id, doctor_id, unassigned_at or delete on assignments
  for each row execute function keep_doctor_ids();

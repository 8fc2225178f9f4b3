create function count_study(study studies, by int) returns void language sql as $$
  insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
  select owner, study.lab_id, study.status, study.modalities, study.is_emergency,
    study.mlc_case, study.study_type, by
  from unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, study.doctor_ids)) owner
$$;
--> statement-breakpoint
create function count_study_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_study(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_study(new, 1); end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger studies_counted after insert or delete on studies for each row execute function count_study_change();
--> statement-breakpoint
create trigger studies_recounted after update on studies for each row
  when ((old.lab_id, old.status, old.modalities, old.is_emergency, old.mlc_case, old.study_type, old.doctor_ids)
    is distinct from (new.lab_id, new.status, new.modalities, new.is_emergency, new.mlc_case, new.study_type, new.doctor_ids))
  execute function count_study_change();
--> statement-breakpoint
insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
select owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, count(*)
from studies, unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, doctor_ids)) owner
group by 1, 2, 3, 4, 5, 6, 7;

-- Adds a study to the sums that lists are counted by, or takes it out (`by` is -1). Its doctors and the list of everything have a row in each table,
-- its laboratory in study_totals.
create or replace function count_study(study studies, by int) returns void language sql as $$
  with owner as (select unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, study.doctor_ids)) as id),
  total as (
    insert into study_totals (owner, status, is_emergency, n)
    select id, study.status, study.is_emergency, by
    from (select id from owner union all select study.lab_id where study.lab_id is not null) counted),
  kind as (
    insert into study_kind_totals (owner, status, modalities, is_emergency, mlc_case, study_type, n)
    select id, study.status, study.modalities, study.is_emergency, study.mlc_case, study.study_type, by from owner)
  insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
  select id, study.lab_id, study.status, study.modalities, study.is_emergency, study.mlc_case, study.study_type, by from owner
$$;
--> statement-breakpoint
create or replace function count_study_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_study(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_study(new, 1); end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger studies_counted after insert or delete on studies for each row execute function count_study_change();
--> statement-breakpoint
create or replace trigger studies_recounted after update on studies for each row
  when ((old.lab_id, old.status, old.modalities, old.is_emergency, old.mlc_case, old.study_type, old.doctor_ids)
    is distinct from (new.lab_id, new.status, new.modalities, new.is_emergency, new.mlc_case, new.study_type, new.doctor_ids))
  execute function count_study_change();

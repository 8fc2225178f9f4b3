-- Takes a study as it was out of the sums that lists are counted by, and adds it as it is. Either may be null. Its doctors and the list of everything
-- have a row in each table, its laboratory in study_totals. One statement for both: a bulk assignment changes each study several times.
create or replace function count_change(before studies, after studies) returns void language sql as $$
  with counted as (
    select (study).lab_id, (study).status, (study).modalities, (study).is_emergency, (study).mlc_case, (study).study_type, (study).doctor_ids, by
    from (values (before, -1), (after, 1)) change (study, by) where (study).id is not null),
  owned as materialized (
    select c.*, owner from counted c, unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, c.doctor_ids)) owner),
  total as (
    insert into study_totals (owner, status, is_emergency, n)
    select owner, status, is_emergency, by from owned
    union all select lab_id, status, is_emergency, by from counted where lab_id is not null),
  kind as (
    insert into study_kind_totals (owner, status, modalities, is_emergency, mlc_case, study_type, n)
    select owner, status, modalities, is_emergency, mlc_case, study_type, by from owned)
  insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
  select owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, by from owned
$$;
--> statement-breakpoint
create or replace function count_study_change() returns trigger language plpgsql as $$
begin
  perform count_change(case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE' then new end);
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
--> statement-breakpoint
-- Earlier versions counted a change in two statements.
drop function if exists count_study(studies, int);

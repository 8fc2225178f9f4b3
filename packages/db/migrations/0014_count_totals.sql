-- Whoever is changing a study finishes first, by the old function; whoever comes waits, and counts by the new one. None falls between.
lock table studies in share row exclusive mode;
--> statement-breakpoint
create or replace function count_study(study studies, by int) returns void language sql as $$
  with owner as (select unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, study.doctor_ids)) as id),
  total as (
    insert into study_totals (owner, status, is_emergency, n)
    select id, study.status, study.is_emergency, by
    from (select id from owner union all select study.lab_id where study.lab_id is not null) counted)
  insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
  select id, study.lab_id, study.status, study.modalities, study.is_emergency, study.mlc_case, study.study_type, by from owner
$$;
--> statement-breakpoint
insert into study_totals (owner, status, is_emergency, n)
select owner, status, is_emergency, sum(n) from study_counts group by 1, 2, 3
union all
select lab_id, status, is_emergency, sum(n) from study_counts
where owner = '00000000-0000-0000-0000-000000000000' and lab_id is not null group by 1, 2, 3;

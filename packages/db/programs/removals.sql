-- Returns whether an action of one of these kinds was noted for each of the studies, and is not finished.
create or replace function is_removal_noted(ids uuid[], kinds text[]) returns boolean language sql stable set search_path = public, pg_temp as $$
  select not exists (
    select 1 from unnest(ids) as wanted(id) where not exists (
      select 1 from studies s join privacy_removals r on r.kind = 'study' and r.key = s.orthanc_id
        join privacy_actions a on a.id = r.action_id
      where s.id = wanted.id and a.kind = any(kinds) and a.state in ('queued', 'running')))
$$;
--> statement-breakpoint
-- Removes the append-only rows of studies whose erasure was asked for and is not finished. Rows that refer to them must be gone.
-- An anonymisation erases studies that are not finished.
create or replace function erase_append_only(ids uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_removal_noted(ids, array['erasure', 'study_retention', 'anonymisation', 'study_anonymisation']) then
    raise exception 'nobody asked for the erasure of this study';
  end if;
  perform set_config('readroom.erasing', 'yes', true);
  delete from critical_communications where result_id in (select id from critical_results where study_id = any(ids));
  delete from critical_results where study_id = any(ids);
  delete from report_versions where study_id = any(ids);
  delete from study_events where study_id = any(ids);
  perform set_config('readroom.erasing', '', true);
end
$$;
--> statement-breakpoint
-- Removes signed texts and critical results of studies whose anonymisation was noted and is not finished. Their events keep time, author, and the ids
-- and codes that the timeline is computed from.
create or replace function anonymise_append_only(ids uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_removal_noted(ids, array['anonymisation', 'study_anonymisation']) then
    raise exception 'nobody asked for the anonymisation of this study';
  end if;
  perform set_config('readroom.erasing', 'yes', true);
  delete from critical_communications where result_id in (select id from critical_results where study_id = any(ids));
  delete from critical_results where study_id = any(ids);
  delete from report_versions where study_id = any(ids);
  update study_events set reason = null, details = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(details)
    where key in ('doctorId', 'priority', 'caseType', 'steps', 'target', 'dueBefore', 'pauseReason', 'pausedUntil', 'withdrawn', 'images', 'imagesBefore', 'labId', 'formerLabId', 'labIds', 'category', 'mark')
      or (key = 'reason' and event = 'skipped'))
  where study_id = any(ids);
  perform set_config('readroom.erasing', '', true);
end
$$;
--> statement-breakpoint
-- Removes the corrections of these fields from the events of studies that are other people's now. People who still have a study, unless it is
-- anonymised, are passed over. Those who were merged into them count as them.
create or replace function erase_moved_corrections(people uuid[], fields text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('readroom.erasing', 'yes', true);
  with recursive family (id) as (
    select p.id from patients p where p.id = any(people)
      and not exists (select 1 from studies s where s.patient_row_id = p.id and s.anonymised_at is null)
    union select p.id from family f join patients p on p.merged_into = f.id)
  update study_events set details = jsonb_set(details, '{changes}', (
    select coalesce(jsonb_agg(change), '[]') from jsonb_array_elements(details -> 'changes') change where change ->> 'field' <> all (fields)))
  where event = 'edited' and details ->> 'patientRowId' in (select id::text from family) and details ? 'changes';
  perform set_config('readroom.erasing', '', true);
end
$$;
--> statement-breakpoint
-- Removes the history of a study that was split off and whose images go back, as a person decided. Signed texts and critical results stay, and with them
-- the study.
create or replace function erase_split_history(split_off uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from image_moves where other_study_id = split_off and kind = 'split' and state = 'returning') then
    raise exception 'nobody asked for the end of this study';
  end if;
  perform set_config('readroom.erasing', 'yes', true);
  delete from study_events where study_id = split_off;
  perform set_config('readroom.erasing', '', true);
end
$$;
--> statement-breakpoint
revoke execute on function is_removal_noted(uuid[], text[]), erase_append_only(uuid[]), anonymise_append_only(uuid[]), erase_split_history(uuid),
  erase_moved_corrections(uuid[], text[]) from public;
--> statement-breakpoint
grant execute on function erase_append_only(uuid[]), anonymise_append_only(uuid[]), erase_split_history(uuid), erase_moved_corrections(uuid[], text[]) to readroom_app;

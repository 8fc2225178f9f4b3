-- A picture is taken once. A signed one stays until its study is removed: an administrator or the retention asked for that, and it is not finished.
create or replace function keep_key_image() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['position', 'caption', 'signed_at'] <> to_jsonb(old) - array['position', 'caption', 'signed_at']
      or (old.signed_at is not null and new.signed_at is distinct from old.signed_at) then
      raise exception 'a key image is never changed';
    end if;
    return new;
  end if;
  if old.signed_at is null or exists (
    select 1 from studies s join privacy_removals r on r.kind = 'study' and r.key = s.orthanc_id join privacy_actions a on a.id = r.action_id
    where s.id = old.study_id and a.kind not in ('export', 'image_retention') and a.state in ('queued', 'running')
  ) then
    return old;
  end if;
  raise exception 'a key image that was signed is never removed';
end
$$;
--> statement-breakpoint
create or replace trigger key_images_kept before update or delete on key_images for each row execute function keep_key_image();

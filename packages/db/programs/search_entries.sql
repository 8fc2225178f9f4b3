-- Merges the pending entries of every GIN index into it, so that no search reads long lists of them. Returns how many pages were pending.
-- Only the owner of an index may do that.
create or replace function merge_search_entries() returns bigint language sql security definer set search_path = public, pg_temp as $$
  select coalesce(sum(gin_clean_pending_list(i.indexrelid)), 0)::bigint
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am method on method.oid = c.relam
  where method.amname = 'gin' and i.indisvalid and c.relnamespace = 'public'::regnamespace
$$;

-- Returns the text that an entry's hash covers. The command that verifies the chain has the same text of its own (src/operations/audit-links.ts).
-- It never changes: every hash in the log covers it.
create or replace function audit_entry_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), entry.actor_user_id,
    entry.action, entry.target_type, entry.target_id, entry.details, entry.address)::text
$$;
--> statement-breakpoint
-- Runs when the transaction commits, as its last step: entries are chained in the order of commits, and a lock lasts no longer than a commit.
create or replace function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(7266104);
  select seq, hash into last from audit_chain order by seq desc limit 1;
  insert into audit_chain (seq, audit_id, hash)
    values (coalesce(last.seq, 0) + 1, new.id, encode(sha256(convert_to(coalesce(last.hash, '') || audit_entry_text(new), 'UTF8')), 'hex'));
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger audit_log_chain after insert on audit_log deferrable initially deferred for each row execute function chain_audit_entry();

-- The text that an entry's hash covers. The program that verifies the chain (verify-audit.ts) has the same text of its own.
create function audit_entry_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), entry.actor_user_id,
    entry.action, entry.target_type, entry.target_id, entry.details, entry.address)::text
$$;
--> statement-breakpoint
-- Runs when the transaction commits, as its last step: entries are chained in the order of commits, and nobody waits for a lock longer than a commit takes.
create function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
--> statement-breakpoint
do $$
declare
  entry audit_log;
  last text := '';
  seq bigint := 0;
begin
  for entry in select * from audit_log order by id loop
    seq := seq + 1;
    last := encode(sha256(convert_to(last || audit_entry_text(entry), 'UTF8')), 'hex');
    insert into audit_chain (seq, audit_id, hash) values (seq, entry.id, last);
  end loop;
end
$$;
--> statement-breakpoint
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();
--> statement-breakpoint
create trigger study_events_no_truncate before truncate on study_events for each statement execute function refuse_change();

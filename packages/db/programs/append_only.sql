-- Rows of these tables are never changed or removed. Exceptions are made by the owner's own functions (removals.sql), which say so in their transaction:
-- an erasure removes the rows of a study, and an anonymisation keeps its events without free text. The audit log has no exception.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('readroom.erasing', true) = 'yes' then
    if tg_op = 'DELETE' and tg_table_name in ('study_events', 'report_versions', 'critical_results', 'critical_communications') then
      return old;
    end if;
    if tg_op = 'UPDATE' and tg_table_name = 'study_events' then
      return new;
    end if;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name;
end
$$;
--> statement-breakpoint
-- An uploaded report that is in its study's chain stays as it was uploaded. Its patient can be blanked, and it can be withdrawn, deleted or released.
create or replace function keep_uploaded_report() returns trigger language plpgsql as $$
declare mutable constant text[] := array['subject', 'deleted_at', 'withdrawn_at', 'released_at', 'recallable_until'];
begin
  if to_jsonb(new) - mutable <> to_jsonb(old) - mutable or (new.subject is not null and new.subject is distinct from old.subject) then
    raise exception 'an uploaded report is never changed';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create or replace trigger reports_uploaded_kept before update on reports for each row when (old.hash is not null) execute function keep_uploaded_report();
--> statement-breakpoint
create or replace trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
--> statement-breakpoint
create or replace trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create or replace trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();
--> statement-breakpoint
create or replace trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();
--> statement-breakpoint
create or replace trigger study_events_append_only before update or delete on study_events for each row execute function refuse_change();
--> statement-breakpoint
create or replace trigger study_events_no_truncate before truncate on study_events for each statement execute function refuse_change();
--> statement-breakpoint
create or replace trigger report_versions_append_only before update or delete on report_versions for each row execute function refuse_change();
--> statement-breakpoint
create or replace trigger critical_results_append_only before update or delete on critical_results for each row execute function refuse_change();
--> statement-breakpoint
create or replace trigger critical_communications_append_only before update or delete on critical_communications
  for each row execute function refuse_change();

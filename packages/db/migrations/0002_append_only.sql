create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end
$$;
--> statement-breakpoint
create trigger study_events_append_only before update or delete on study_events for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
--> statement-breakpoint
insert into intake_cursor (id, last) values (1, 0);

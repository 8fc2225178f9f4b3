-- What the API and the worker may do: they take this role on every connection (client.ts). It owns nothing, so it cannot lift the triggers either.
do $$
begin
  create role readroom_app nologin;
exception
  -- The role belongs to the server, which may have a second database of ours.
  when duplicate_object or unique_violation then null;
end
$$;
--> statement-breakpoint
grant readroom_app to current_user;
--> statement-breakpoint
grant usage on schema public to readroom_app;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to readroom_app;
--> statement-breakpoint
grant usage, select on all sequences in schema public to readroom_app;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to readroom_app;
--> statement-breakpoint
alter default privileges in schema public grant usage, select on sequences to readroom_app;
--> statement-breakpoint
revoke update, delete on audit_log, study_events from readroom_app;
--> statement-breakpoint
revoke insert, update, delete on audit_chain from readroom_app;

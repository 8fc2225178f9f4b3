-- in batches
-- Unread studies only: nothing asks for it in those that are reported. The share is that of the target of the last event that set the deadline.
update studies set warn_at = due_at - (due_at - ready_at) * (100 - coalesce((
    select (details -> 'target' ->> 'warningPercent')::int from study_events
    where study_id = studies.id and details ? 'target' order by at desc, id desc limit 1), 75)) / 100
where id in (
  select id from studies where reported_at is null and warn_at is null and due_at is not null and ready_at is not null limit 1000);
--> statement-breakpoint
create index concurrently if not exists "studies_order_of_work_backwards" ON "studies" USING btree ((case when reported_at is not null then (extract(epoch from reported_at at time zone 'UTC') * 1000)::bigint - 30000000000000
  when case_type = 'emergency' or priority = 'EMERGENCY' then coalesce((extract(epoch from due_at at time zone 'UTC') * 1000)::bigint, 9999999999999)
  else 10000000000000 + coalesce((extract(epoch from due_at at time zone 'UTC') * 1000)::bigint, 9999999999999) end),"id");--> statement-breakpoint
create index concurrently if not exists "studies_deadline" ON "studies" USING btree ("due_at","warn_at") WHERE "studies"."reported_at" is null;

-- in batches
-- Studies without a report that have a step to come. What is already at risk or late tells nobody because of the upgrade.
update studies set escalate_at = case
    when warn_at > now() then warn_at
    when due_at > now() then due_at
    else due_at + (due_at - ready_at) / 2 end
where id in (
  select id from studies where reported_at is null and escalate_at is null and due_at + (due_at - ready_at) / 2 > now() limit 1000);
--> statement-breakpoint
create index concurrently if not exists "studies_escalation" ON "studies" USING btree ("escalate_at") WHERE "studies"."escalate_at" is not null and "studies"."reported_at" is null;

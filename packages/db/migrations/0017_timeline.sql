ALTER TABLE "studies" ADD COLUMN "cycle" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "ready_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "drafted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "reset_at" timestamp (3) with time zone;--> statement-breakpoint
-- What the history says of studies that are there already: of the present cycle, which the last reset began.
with cycles as (
  select s.id, count(e.id) filter (where e.event = 'reset') as resets, max(e.at) filter (where e.event = 'reset') as reset_at
  from studies s join study_events e on e.study_id = s.id group by s.id),
milestones as (
  select c.id, c.resets, c.reset_at,
    coalesce(c.reset_at, s.settled_at, max(e.at) filter (where e.event = 'settled')) as ready_at,
    min(e.at) filter (where e.event = 'assigned') as first_assigned_at,
    min(e.at) filter (where e.event = 'opened' and e.at >= coalesce(c.reset_at, '-infinity')) as opened_at,
    max(e.at) filter (where e.event = 'drafted' and e.at >= coalesce(c.reset_at, '-infinity')) as drafted_at,
    min(e.at) filter (where e.event = 'downloaded_by_lab' and e.at >= coalesce(c.reset_at, '-infinity')) as delivered_at
  from cycles c join studies s on s.id = c.id join study_events e on e.study_id = c.id
  group by c.id, c.resets, c.reset_at, s.settled_at)
update studies s set
  cycle = 1 + m.resets,
  ready_at = m.ready_at,
  due_at = m.ready_at + make_interval(mins => case s.priority when 'EMERGENCY' then 60 when 'STAT' then 60 when 'URGENT' then 240 when 'HIGH' then 480 else 1440 end),
  -- Null counts for nothing in `greatest`.
  assigned_at = case when m.first_assigned_at is not null then greatest(m.first_assigned_at, m.reset_at) end,
  opened_at = m.opened_at,
  drafted_at = case when s.status = 'report_drafted' then m.drafted_at end,
  delivered_at = case when s.status in ('final_report_downloaded', 'archived') then m.delivered_at end,
  withdrawn_at = m.reset_at,
  reset_at = m.reset_at
from milestones m where m.id = s.id;

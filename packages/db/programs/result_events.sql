-- Returns whether a destination collects events of a group (docs/decisions/reports/results-out.md). Only webhooks receive more than reports. One that was
-- stored without groups receives reports.
create or replace function wants_events(destination result_destinations, events text) returns boolean language sql immutable as $$
  select destination.state <> 'off' and
    case when destination.settings ->> 'kind' = 'webhook' then coalesce(destination.settings -> 'events', '["reports"]') ? events
    else events = 'reports' end
$$;
--> statement-breakpoint
-- Returns the state of an order as people see it, like `shownStateOf` of the domain: `shown-state.test.ts` compares the two.
create or replace function shown_order_state(shown orders) returns text language sql stable as $$
  select case
    when shown.state in ('cancelled', 'discontinued') then shown.state
    when matched.studies > 0 then case when matched.unreported = 0 then 'reported' else 'performed' end
    when shown.state = 'held' then 'held'
    when 'inProgress' = any(matched.steps) then 'inProgress'
    when 'completed' = any(matched.steps) then 'acquired'
    when shown.state = 'ended' then 'ended'
    when shown.scheduled_at is null then 'ordered'
    else 'scheduled' end
  from (
    select count(*) as studies,
      count(*) filter (where s.status not in ('report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded',
        'final_report_downloaded', 'archived')) as unreported,
      array(select p.state from performed_step_orders o join performed_steps p on p.id = o.step_id where o.order_id = shown.id) as steps
    from order_matches m join studies s on s.id = m.study_id
    where m.order_id = shown.id and m.ended_at is null and s.lab_id = shown.lab_id and s.lab_conflict_at is null) matched
$$;
--> statement-breakpoint
-- Queues the state of an order for the webhooks that want it, unless they were told of it last. It is plpgsql, so that a connection plans it once: each
-- order that arrives calls it. Two transactions that change one order wait for each other, also if they change two of its studies: triggers of
-- fhir_changes.sql lock a row of the order. So the second one sees the state that the first one made.
create or replace function queue_order_event(changed uuid, is_new boolean) returns void language plpgsql as $$
begin
  insert into result_deliveries (destination_id, order_id, order_state, kind, control_id)
  select d.id, o.id, o.shown, case when is_new then 'order_created' else 'order_changed' end,
    left(replace(gen_random_uuid()::text, '-', ''), 20)
  from (select id, lab_id, shown_order_state(orders) as shown from orders where id = changed) o
    join result_destinations d on d.lab_id = o.lab_id and wants_events(d, 'orders')
  where is_new or o.shown is distinct from (
    select e.order_state from result_deliveries e where e.destination_id = d.id and e.order_id = o.id order by e.position desc limit 1)
  order by d.id;
end
$$;

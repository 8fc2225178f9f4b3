ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_of_order_id_orders_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "result_deliveries_of_order" ON "result_deliveries" USING btree ("of_order_id") WHERE "result_deliveries"."of_order_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "result_deliveries_filler_number" ON "result_deliveries" USING btree ("destination_id","filler_number") WHERE "result_deliveries"."filler_number" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "studies_request_keys" ON "studies" USING gin ("request_keys") WHERE "studies"."request_keys" <> '{}';--> statement-breakpoint
ALTER TABLE "order_matches" VALIDATE CONSTRAINT "order_matches_reason_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_answer_known";--> statement-breakpoint
ALTER TABLE "result_destinations" VALIDATE CONSTRAINT "result_destinations_last_answer_known";--> statement-breakpoint
-- in batches
-- Results were sent for the first order of their study.
update result_deliveries q set of_order_id = told.order_id from (
  select n.id, (select o.id from order_matches m join orders o on o.id = m.order_id join studies s on s.id = m.study_id and s.lab_id = o.lab_id
    where m.study_id = n.study_id and m.ended_at is null order by o.state in ('cancelled', 'discontinued'), m.matched_at, o.id limit 1) as order_id
  from result_deliveries n join result_destinations d on d.id = n.destination_id
  where n.report_id is not null and n.of_order_id is null
    and (d.settings ->> 'kind' = 'hl7' or d.settings @> '{"kind": "folder", "format": "hl7"}')
    and exists (select 1 from order_matches m join orders o on o.id = m.order_id join studies s on s.id = m.study_id and s.lab_id = o.lab_id
      where m.study_id = n.study_id and m.ended_at is null)
  limit 10000) told
where q.id = told.id

ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_merge_id_patient_merges_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "result_deliveries_order" ON "result_deliveries" USING btree ("order_id","position") WHERE "result_deliveries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "result_deliveries_merge" ON "result_deliveries" USING btree ("merge_id") WHERE "result_deliveries"."merge_id" is not null;--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_order_state_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_kind_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_subject";

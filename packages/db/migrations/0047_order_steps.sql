ALTER TABLE "order_events" DROP CONSTRAINT "order_events_event_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" DROP CONSTRAINT "result_deliveries_order_state_known";--> statement-breakpoint
ALTER TABLE "modality_worklists" ADD COLUMN "last_cut_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "step_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "further_steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "patient_location" text;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_event_known" CHECK ("order_events"."event" in ('created', 'changed', 'cancelled', 'held', 'released', 'discontinued', 'ended', 'status', 'started', 'completed', 'stopped', 'matched', 'unmatched')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('ordered', 'held', 'ended', 'cancelled', 'discontinued')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_order_state_known" CHECK ("result_deliveries"."order_state" in ('ordered', 'scheduled', 'held', 'inProgress', 'acquired', 'performed', 'reported', 'ended', 'cancelled', 'discontinued')) NOT VALID;

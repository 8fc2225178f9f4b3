ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_event_known";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_state_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" VALIDATE CONSTRAINT "result_deliveries_order_state_known";

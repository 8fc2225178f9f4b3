ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_event_known";--> statement-breakpoint
ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_source_known";

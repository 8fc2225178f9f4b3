CREATE TABLE "performed_step_orders" (
	"step_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "performed_step_orders_step_id_order_id_pk" PRIMARY KEY("step_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "performed_steps" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"sop_instance_uid" text NOT NULL,
	"state" text NOT NULL,
	"ae_title" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "performed_steps_state_known" CHECK ("performed_steps"."state" in ('inProgress', 'completed', 'discontinued'))
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_event_known";--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_source_known";--> statement-breakpoint
ALTER TABLE "performed_step_orders" ADD CONSTRAINT "performed_step_orders_step_id_performed_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."performed_steps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performed_step_orders" ADD CONSTRAINT "performed_step_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performed_steps" ADD CONSTRAINT "performed_steps_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "performed_step_orders_order" ON "performed_step_orders" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "performed_steps_uid" ON "performed_steps" USING btree ("lab_id","sop_instance_uid");--> statement-breakpoint
CREATE INDEX "performed_steps_completed" ON "performed_steps" USING btree ("updated_at") WHERE "performed_steps"."state" = 'completed';--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_event_known" CHECK ("order_events"."event" in ('created', 'changed', 'cancelled', 'held', 'released', 'discontinued', 'status', 'started', 'completed', 'stopped', 'matched', 'unmatched')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_source_known" CHECK ("order_events"."source" in ('manual', 'hl7', 'fhir', 'scanner')) NOT VALID;
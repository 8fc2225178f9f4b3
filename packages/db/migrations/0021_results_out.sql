CREATE TABLE "result_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"position" bigserial NOT NULL,
	"destination_id" uuid NOT NULL,
	"study_id" uuid,
	"report_id" uuid,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"control_id" text NOT NULL,
	"content" "bytea",
	"content_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"answer" text,
	"answer_text" text DEFAULT '' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "result_deliveries_kind_known" CHECK ("result_deliveries"."kind" in ('preliminary', 'final', 'corrected', 'appended', 'withdrawn', 'test')),
	CONSTRAINT "result_deliveries_state_known" CHECK ("result_deliveries"."state" in ('queued', 'sent', 'parked', 'held', 'cancelled')),
	CONSTRAINT "result_deliveries_answer_known" CHECK ("result_deliveries"."answer" in ('accepted', 'faulty', 'refused', 'unreachable', 'closed', 'silent', 'too long', 'mismatch', 'garbage', 'unavailable', 'forbidden', 'misconfigured', 'unready', 'failed', 'moved', 'replaced')),
	CONSTRAINT "result_deliveries_subject" CHECK (("result_deliveries"."study_id" is null) = ("result_deliveries"."kind" = 'test')),
	CONSTRAINT "result_deliveries_content_known" CHECK ("result_deliveries"."content" is null or "result_deliveries"."content_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "result_destinations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_secret" text,
	"state" text NOT NULL,
	"alert_minutes" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_answer" text,
	"last_answer_at" timestamp (3) with time zone,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "result_destinations_state_known" CHECK ("result_destinations"."state" in ('on', 'held', 'off')),
	CONSTRAINT "result_destinations_last_answer_known" CHECK ("result_destinations"."last_answer" in ('accepted', 'faulty', 'refused', 'unreachable', 'closed', 'silent', 'too long', 'mismatch', 'garbage', 'unavailable', 'forbidden', 'misconfigured', 'unready', 'failed', 'moved', 'replaced')),
	CONSTRAINT "result_destinations_alert_allowed" CHECK ("result_destinations"."alert_minutes" between 5 and 10080)
);
--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_destination_id_result_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."result_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_destinations" ADD CONSTRAINT "result_destinations_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "result_deliveries_control_id" ON "result_deliveries" USING btree ("control_id");--> statement-breakpoint
CREATE INDEX "result_deliveries_queue" ON "result_deliveries" USING btree ("destination_id","position") WHERE "result_deliveries"."state" in ('queued', 'parked', 'held');--> statement-breakpoint
CREATE INDEX "result_deliveries_newest" ON "result_deliveries" USING btree ("position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "result_deliveries_destination" ON "result_deliveries" USING btree ("destination_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "result_deliveries_study" ON "result_deliveries" USING btree ("study_id","position");--> statement-breakpoint
CREATE INDEX "result_deliveries_report" ON "result_deliveries" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "result_destinations_lab" ON "result_destinations" USING btree ("lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "result_destinations_name" ON "result_destinations" USING btree (lower("name"));
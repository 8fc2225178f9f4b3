CREATE TABLE "report_dispatches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"batch_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"report_version" integer NOT NULL,
	"email" text NOT NULL,
	"recipient_name" text,
	"dispatched_by" uuid NOT NULL,
	"dispatched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_dispatched_by_users_id_fk" FOREIGN KEY ("dispatched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_dispatches_batch" ON "report_dispatches" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "report_dispatches_study" ON "report_dispatches" USING btree ("study_id","dispatched_at");--> statement-breakpoint
CREATE INDEX "report_dispatches_report" ON "report_dispatches" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "report_dispatches_dispatched_by" ON "report_dispatches" USING btree ("dispatched_by");
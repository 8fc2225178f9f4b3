CREATE TABLE "bulk_zip_studies" (
	"bulk_zip_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	CONSTRAINT "bulk_zip_studies_bulk_zip_id_study_id_pk" PRIMARY KEY("bulk_zip_id","study_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_zips" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"object_key" text,
	"size_bytes" bigint,
	"images_done" integer DEFAULT 0 NOT NULL,
	"images_total" integer NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_zips_state" CHECK ("bulk_zips"."state" in ('queued', 'processing', 'completed', 'failed', 'expired'))
);
--> statement-breakpoint
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
ALTER TABLE "bulk_zip_studies" ADD CONSTRAINT "bulk_zip_studies_bulk_zip_id_bulk_zips_id_fk" FOREIGN KEY ("bulk_zip_id") REFERENCES "public"."bulk_zips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_zip_studies" ADD CONSTRAINT "bulk_zip_studies_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_zips" ADD CONSTRAINT "bulk_zips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_dispatched_by_users_id_fk" FOREIGN KEY ("dispatched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_zip_studies_study" ON "bulk_zip_studies" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "bulk_zips_user" ON "bulk_zips" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_zips_under_way" ON "bulk_zips" USING btree ("created_at") WHERE "bulk_zips"."state" in ('queued', 'processing');--> statement-breakpoint
CREATE INDEX "bulk_zips_expires" ON "bulk_zips" USING btree ("expires_at") WHERE "bulk_zips"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "report_dispatches_batch" ON "report_dispatches" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "report_dispatches_study" ON "report_dispatches" USING btree ("study_id","dispatched_at");--> statement-breakpoint
CREATE INDEX "report_dispatches_report" ON "report_dispatches" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "report_dispatches_dispatched_by" ON "report_dispatches" USING btree ("dispatched_by");
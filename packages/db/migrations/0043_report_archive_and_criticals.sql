CREATE TABLE "archived_reports" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"series_instance_uid" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "critical_communications" DROP CONSTRAINT "critical_communications_kind";--> statement-breakpoint
ALTER TABLE "critical_communications" DROP CONSTRAINT "critical_communications_by_name";--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "archive_reports" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD COLUMN "telephone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "archived_reports" ADD CONSTRAINT "archived_reports_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archived_reports_series" ON "archived_reports" USING btree ("series_instance_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "critical_communications_request" ON "critical_communications" USING btree ("request_id") WHERE "critical_communications"."request_id" is not null;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_by_method" CHECK (("critical_communications"."kind" = 'told') = ("critical_communications"."method" is not null));--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_method" CHECK ("critical_communications"."method" in ('telephone', 'in_person', 'message'));--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_kind" CHECK ("critical_communications"."kind" in ('notified', 'told', 'acknowledged'));--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_by_name" CHECK (("critical_communications"."kind" <> 'notified') = ("critical_communications"."name" <> '' and "critical_communications"."user_id" is not null));
CREATE TABLE "critical_communications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"result_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	CONSTRAINT "critical_communications_kind" CHECK ("critical_communications"."kind" in ('notified', 'acknowledged')),
	CONSTRAINT "critical_communications_by_name" CHECK (("critical_communications"."kind" = 'acknowledged') = ("critical_communications"."name" <> '' and "critical_communications"."user_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "critical_results" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"category" integer NOT NULL,
	"finding" text NOT NULL,
	"marked_by" uuid NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"request_id" uuid NOT NULL,
	CONSTRAINT "critical_results_category" CHECK ("critical_results"."category" in (1, 2, 3))
);
--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "mail_on_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "preliminary_visible" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_result_id_critical_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."critical_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critical_results" ADD CONSTRAINT "critical_results_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critical_results" ADD CONSTRAINT "critical_results_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "critical_communications_result" ON "critical_communications" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "critical_communications_user" ON "critical_communications" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "critical_communications_acknowledged" ON "critical_communications" USING btree ("result_id") WHERE "critical_communications"."kind" = 'acknowledged';--> statement-breakpoint
CREATE INDEX "critical_results_study" ON "critical_results" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "critical_results_marked_by" ON "critical_results" USING btree ("marked_by");--> statement-breakpoint
CREATE UNIQUE INDEX "critical_results_request" ON "critical_results" USING btree ("request_id");--> statement-breakpoint
create trigger critical_results_append_only before update or delete on critical_results for each row execute function refuse_change();
--> statement-breakpoint
create trigger critical_communications_append_only before update or delete on critical_communications for each row execute function refuse_change();
--> statement-breakpoint
revoke update, delete on critical_results, critical_communications from readroom_app;

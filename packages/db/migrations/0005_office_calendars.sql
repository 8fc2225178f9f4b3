CREATE TABLE "office_calendars" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"hours" jsonb NOT NULL,
	"holidays" date[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deadline_rules" ALTER COLUMN "minutes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD COLUMN "ready_before" text;--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD COLUMN "due_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "office_calendars_name" ON "office_calendars" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD CONSTRAINT "deadline_rules_calendar_id_office_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."office_calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deadline_rules_calendar" ON "deadline_rules" USING btree ("calendar_id");--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD CONSTRAINT "deadline_rules_cut_off" CHECK (case when "deadline_rules"."minutes" is not null then "deadline_rules"."ready_before" is null and "deadline_rules"."due_by" is null
        else "deadline_rules"."calendar_id" is not null and "deadline_rules"."ready_before" is not null and "deadline_rules"."due_by" is not null and "deadline_rules"."ready_before" < "deadline_rules"."due_by" end);
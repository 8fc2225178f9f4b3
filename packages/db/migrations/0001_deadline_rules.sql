CREATE TABLE "deadline_rules" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"urgency" text,
	"modality" text,
	"minutes" integer NOT NULL,
	"warning_percent" integer DEFAULT 75 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deadline_rules_place" UNIQUE NULLS NOT DISTINCT("lab_id","urgency","modality"),
	CONSTRAINT "deadline_rules_urgency" CHECK ("deadline_rules"."urgency" in ('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY')),
	CONSTRAINT "deadline_rules_minutes" CHECK ("deadline_rules"."minutes" between 1 and 43200),
	CONSTRAINT "deadline_rules_warning" CHECK ("deadline_rules"."warning_percent" between 1 and 99)
);
--> statement-breakpoint
ALTER TABLE "deadline_rules" ADD CONSTRAINT "deadline_rules_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;
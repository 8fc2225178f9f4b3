CREATE TABLE "refusal_log" (
	"id" integer PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_instance_uid" text NOT NULL,
	"calling_ae_title" text NOT NULL,
	"reason" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "refusals_what" UNIQUE("study_instance_uid","calling_ae_title","reason")
);
--> statement-breakpoint
CREATE TABLE "refused_objects" (
	"refusal_id" uuid NOT NULL,
	"sop_instance_uid" text NOT NULL,
	CONSTRAINT "refused_objects_refusal_id_sop_instance_uid_pk" PRIMARY KEY("refusal_id","sop_instance_uid")
);
--> statement-breakpoint
ALTER TABLE "refused_objects" ADD CONSTRAINT "refused_objects_refusal_id_refusals_id_fk" FOREIGN KEY ("refusal_id") REFERENCES "public"."refusals"("id") ON DELETE cascade ON UPDATE no action;
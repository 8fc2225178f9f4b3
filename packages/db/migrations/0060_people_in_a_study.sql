CREATE TABLE "study_people" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"name" text,
	"birth_date" date,
	"sex" text,
	"series_id" text NOT NULL,
	"instance_ids" text[] NOT NULL,
	"series_instance_uid" text NOT NULL,
	"sop_instance_uid" text NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid
);--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "several_people_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "study_people" ADD CONSTRAINT "study_people_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_people" ADD CONSTRAINT "study_people_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "study_people_study" ON "study_people" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "study_people_accepted_by" ON "study_people" USING btree ("accepted_by");

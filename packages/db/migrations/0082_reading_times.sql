CREATE TABLE "reading_times" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"modality" text NOT NULL,
	"body_regions" text[],
	"doctor_id" uuid,
	"learnt_minutes" integer,
	"readings" integer DEFAULT 0 NOT NULL,
	"set_minutes" integer,
	CONSTRAINT "reading_times_what" UNIQUE NULLS NOT DISTINCT("modality","body_regions","doctor_id"),
	CONSTRAINT "reading_times_set_for_all" CHECK ("reading_times"."set_minutes" is null or "reading_times"."doctor_id" is null)
);--> statement-breakpoint
ALTER TABLE "reading_times" ADD CONSTRAINT "reading_times_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_times_doctor" ON "reading_times" USING btree ("doctor_id");

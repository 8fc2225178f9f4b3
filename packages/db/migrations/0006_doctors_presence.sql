CREATE TABLE "doctor_presence" (
	"doctor_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"shifts" jsonb NOT NULL,
	"absences" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "reads_lab_ids" uuid[];--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "reads_modalities" text[];--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "open_minutes_limit" integer;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "license_expires_on" date;--> statement-breakpoint
ALTER TABLE "doctor_presence" ADD CONSTRAINT "doctor_presence_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE cascade ON UPDATE no action;
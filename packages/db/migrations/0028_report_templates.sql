CREATE TABLE "report_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"modality" text,
	"file_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"object_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_templates_place" ON "report_templates" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),coalesce("modality", ''));--> statement-breakpoint
CREATE INDEX "report_templates_lab" ON "report_templates" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "report_templates_uploaded_by" ON "report_templates" USING btree ("uploaded_by");
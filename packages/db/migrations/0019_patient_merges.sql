CREATE TABLE "patient_merges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"from_row_id" uuid NOT NULL,
	"into_row_id" uuid NOT NULL,
	"moves" jsonb NOT NULL,
	"union" jsonb NOT NULL,
	"own_studies" uuid[] NOT NULL,
	"reason" text,
	"merged_by" uuid,
	"sender" text DEFAULT '' NOT NULL,
	"merged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "waiting_patient_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"kind" text NOT NULL,
	"patient_id" text NOT NULL,
	"previous_id" text DEFAULT '' NOT NULL,
	"patient_name" text,
	"birth_date" date,
	"sex" text,
	"reason" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_patient_changes_kind" CHECK ("waiting_patient_changes"."kind" in ('update', 'merge', 'changeId')),
	CONSTRAINT "waiting_patient_changes_sex" CHECK ("waiting_patient_changes"."sex" in ('M', 'F', 'O'))
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "hl7_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_from_row_id_patients_id_fk" FOREIGN KEY ("from_row_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_into_row_id_patients_id_fk" FOREIGN KEY ("into_row_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_patient_changes" ADD CONSTRAINT "waiting_patient_changes_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_merges_lab" ON "patient_merges" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "patient_merges_from" ON "patient_merges" USING btree ("from_row_id");--> statement-breakpoint
CREATE INDEX "patient_merges_into" ON "patient_merges" USING btree ("into_row_id");--> statement-breakpoint
CREATE INDEX "patient_merges_merged_by" ON "patient_merges" USING btree ("merged_by");--> statement-breakpoint
CREATE INDEX "patient_merges_undone_by" ON "patient_merges" USING btree ("undone_by");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_patient_changes_asked" ON "waiting_patient_changes" USING btree ("lab_id","kind","patient_id","previous_id");--> statement-breakpoint
CREATE INDEX "waiting_patient_changes_newest" ON "waiting_patient_changes" USING btree ("received_at","id");
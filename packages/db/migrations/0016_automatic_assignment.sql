CREATE TABLE "assignment_deficits" (
	"doctor_id" uuid PRIMARY KEY NOT NULL,
	"deficit" double precision NOT NULL,
	"deficit_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignment_modes" (
	"lab_id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_modes_mode" CHECK ("assignment_modes"."mode" in ('off', 'suggest', 'assign', 'pool'))
);
--> statement-breakpoint
CREATE TABLE "assignment_proposals" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"doctor_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"explanation" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignment_refusals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_refusals_kind" CHECK ("assignment_refusals"."kind" in ('declined', 'passedOver'))
);
--> statement-breakpoint
CREATE TABLE "unplaced_studies" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"cycle" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assignments" ALTER COLUMN "assigned_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "work_share" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "dealt_by" text;--> statement-breakpoint
ALTER TABLE "assignment_deficits" ADD CONSTRAINT "assignment_deficits_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_modes" ADD CONSTRAINT "assignment_modes_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD CONSTRAINT "assignment_proposals_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_proposals" ADD CONSTRAINT "assignment_proposals_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_refusals" ADD CONSTRAINT "assignment_refusals_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_refusals" ADD CONSTRAINT "assignment_refusals_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unplaced_studies" ADD CONSTRAINT "unplaced_studies_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_proposals_doctor" ON "assignment_proposals" USING btree ("doctor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_refusals_once" ON "assignment_refusals" USING btree ("study_id","doctor_id");--> statement-breakpoint
CREATE INDEX "assignment_refusals_doctor" ON "assignment_refusals" USING btree ("doctor_id");--> statement-breakpoint
ALTER TABLE "doctors" ADD CONSTRAINT "doctors_work_share" CHECK ("doctors"."work_share" between 10 and 200);
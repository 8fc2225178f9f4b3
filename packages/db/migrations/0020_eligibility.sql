CREATE TABLE "doctor_group_members" (
	"group_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	CONSTRAINT "doctor_group_members_group_id_doctor_id_pk" PRIMARY KEY("group_id","doctor_id")
);
--> statement-breakpoint
CREATE TABLE "doctor_groups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "reads_body_regions" text[];--> statement-breakpoint
ALTER TABLE "assignment_modes" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "doctor_group_members" ADD CONSTRAINT "doctor_group_members_group_id_doctor_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."doctor_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_group_members" ADD CONSTRAINT "doctor_group_members_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "doctor_group_members_doctor" ON "doctor_group_members" USING btree ("doctor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "doctor_groups_name" ON "doctor_groups" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "assignment_modes" ADD CONSTRAINT "assignment_modes_group_id_doctor_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."doctor_groups"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "identity_decisions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"review_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"people" integer NOT NULL,
	"moves" jsonb NOT NULL,
	"unions" jsonb NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "identity_decisions_outcome" CHECK ("identity_decisions"."outcome" in ('same', 'different'))
);
--> statement-breakpoint
CREATE TABLE "identity_review_people" (
	"review_id" uuid NOT NULL,
	"patient_row_id" uuid NOT NULL,
	CONSTRAINT "identity_review_people_review_id_patient_row_id_pk" PRIMARY KEY("review_id","patient_row_id")
);
--> statement-breakpoint
CREATE TABLE "identity_reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "identity_reviews_state_known" CHECK ("identity_reviews"."state" in ('open', 'decided'))
);
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "person" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "merged_into" uuid;
--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "identity_review_id" uuid;
--> statement-breakpoint
-- Null for everybody of before: the worker compares their studies (identities.check).
ALTER TABLE "patients" ADD COLUMN "identity_checked_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "patients" ALTER COLUMN "identity_checked_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "identity_decisions" ADD CONSTRAINT "identity_decisions_review_id_identity_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."identity_reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_decisions" ADD CONSTRAINT "identity_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_decisions" ADD CONSTRAINT "identity_decisions_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_review_people" ADD CONSTRAINT "identity_review_people_review_id_identity_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."identity_reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_review_people" ADD CONSTRAINT "identity_review_people_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_reviews" ADD CONSTRAINT "identity_reviews_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "identity_decisions_review" ON "identity_decisions" USING btree ("review_id","decided_at");
--> statement-breakpoint
CREATE INDEX "identity_decisions_decided_by" ON "identity_decisions" USING btree ("decided_by");
--> statement-breakpoint
CREATE INDEX "identity_decisions_undone_by" ON "identity_decisions" USING btree ("undone_by");
--> statement-breakpoint
CREATE INDEX "identity_review_people_patient" ON "identity_review_people" USING btree ("patient_row_id");
--> statement-breakpoint
CREATE INDEX "identity_reviews_state" ON "identity_reviews" USING btree ("state","opened_at","id");
--> statement-breakpoint
CREATE INDEX "identity_reviews_lab" ON "identity_reviews" USING btree ("lab_id");
--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_merged_into_patients_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_identity_review_id_identity_reviews_id_fk" FOREIGN KEY ("identity_review_id") REFERENCES "public"."identity_reviews"("id") ON DELETE set null ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- A row of the worklist shows that its patient's identity is under review.
create function note_patient() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where patient_row_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger patients_noted after update of identity_review_id on patients
  for each row when (old.identity_review_id is distinct from new.identity_review_id) execute function note_patient();

CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"event" text NOT NULL,
	"source" text NOT NULL,
	"actor_user_id" uuid,
	"sender" text DEFAULT '' NOT NULL,
	"reason" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"of_study" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_events_event_known" CHECK ("order_events"."event" in ('created', 'changed', 'cancelled', 'held', 'released', 'discontinued', 'status', 'matched', 'unmatched')),
	CONSTRAINT "order_events_source_known" CHECK ("order_events"."source" in ('manual', 'hl7', 'fhir'))
);
--> statement-breakpoint
CREATE TABLE "order_matches" (
	"order_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"matched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"matched_by" uuid,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "order_matches_order_id_study_id_pk" PRIMARY KEY("order_id","study_id"),
	CONSTRAINT "order_matches_reason_known" CHECK ("order_matches"."reason" in ('studyUid', 'accession', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"placer_number" text NOT NULL,
	"placer_authority" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'ordered' NOT NULL,
	"reported_status" text,
	"filler_number" text,
	"filler_authority" text,
	"accession_number" text,
	"study_instance_uid" text,
	"procedure_id" text,
	"procedure_code" text,
	"procedure_coding_system" text,
	"procedure_description" text,
	"modality" text,
	"priority" text,
	"indication" text,
	"ordering_physician" text,
	"copies_to" text[] DEFAULT '{}' NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"station" text,
	"ae_title" text,
	"patient_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"patient_name" text,
	"patient_birth_date" date,
	"patient_sex" text,
	"patient_id_texts" text[] DEFAULT '{}' NOT NULL,
	"search_all" text GENERATED ALWAYS AS (fold_text(placer_number || ' ' || coalesce(filler_number, '') || ' ' || coalesce(accession_number, '') || ' ' || replace(coalesce(patient_name, ''), '^', ' '))) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_source_known" CHECK ("orders"."source" in ('manual', 'hl7', 'fhir')),
	CONSTRAINT "orders_state_known" CHECK ("orders"."state" in ('ordered', 'held', 'cancelled', 'discontinued')),
	CONSTRAINT "orders_reported_status_known" CHECK ("orders"."reported_status" in ('scheduled', 'inProgress', 'completed', 'held', 'cancelled', 'discontinued')),
	CONSTRAINT "orders_priority_known" CHECK ("orders"."priority" in ('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY')),
	CONSTRAINT "orders_patient_sex_known" CHECK ("orders"."patient_sex" in ('M', 'F', 'O')),
	CONSTRAINT "orders_placer_number_present" CHECK ("orders"."placer_number" <> '')
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_matches" ADD CONSTRAINT "order_matches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_matches" ADD CONSTRAINT "order_matches_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_matches" ADD CONSTRAINT "order_matches_matched_by_users_id_fk" FOREIGN KEY ("matched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_events_actor" ON "order_events" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "order_matches_study" ON "order_matches" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "order_matches_matched_by" ON "order_matches" USING btree ("matched_by");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("lab_id","placer_number","placer_authority");--> statement-breakpoint
CREATE INDEX "orders_lab" ON "orders" USING btree ("lab_id","id");--> statement-breakpoint
CREATE INDEX "orders_study_uid" ON "orders" USING btree ("study_instance_uid") WHERE "orders"."study_instance_uid" is not null;--> statement-breakpoint
CREATE INDEX "orders_accession" ON "orders" USING btree ("lab_id","accession_number") WHERE "orders"."accession_number" is not null;--> statement-breakpoint
CREATE INDEX "orders_patient_ids" ON "orders" USING gin ("patient_id_texts");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search_all" gin_trgm_ops);
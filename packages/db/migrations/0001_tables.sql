CREATE TABLE "doctors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"specialization" text,
	"license_number" text,
	"department" text,
	"qualifications" text[] DEFAULT '{}' NOT NULL,
	"years_of_experience" integer,
	"contact_phone_office" text,
	"biography" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"available_days" text[] DEFAULT '{}' NOT NULL,
	"is_active_profile" boolean DEFAULT true NOT NULL,
	"signature_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_ae_titles" (
	"ae_title" text PRIMARY KEY NOT NULL,
	"lab_id" uuid NOT NULL,
	CONSTRAINT "lab_ae_titles_upper" CHECK ("lab_ae_titles"."ae_title" = upper("lab_ae_titles"."ae_title"))
);
--> statement-breakpoint
CREATE TABLE "lab_staff" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"lab_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "labs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"contact_person" text,
	"contact_email" text,
	"contact_phone" text,
	"address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"notes" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "labs_identifier_upper" CHECK ("labs"."identifier" = upper("labs"."identifier"))
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"previous_token_id" uuid,
	"previous_token_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" "citext" NOT NULL,
	"username" "citext" NOT NULL,
	"full_name" text NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"password_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'lab_staff', 'doctor_account'))
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"priority" text NOT NULL,
	"assigned_by" uuid NOT NULL,
	"assigned_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unassigned_by" uuid,
	"unassigned_at" timestamp (3) with time zone,
	CONSTRAINT "assignments_priority" CHECK ("assignments"."priority" in ('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY'))
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"report_id" uuid,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "downloads_kind" CHECK ("downloads"."kind" in ('zip', 'report'))
);
--> statement-breakpoint
CREATE TABLE "patients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"patient_id" text,
	"full_name" text,
	"sex" text,
	"birth_date" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patients_sex" CHECK ("patients"."sex" in ('M', 'F', 'O'))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('draft', 'finalized'))
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"orthanc_id" text NOT NULL,
	"series_instance_uid" text NOT NULL,
	"series_number" integer,
	"modality" text,
	"description" text,
	"body_part" text,
	"series_date" date,
	"series_time" text,
	"image_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "studies" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"orthanc_id" text NOT NULL,
	"study_instance_uid" text NOT NULL,
	"lab_id" uuid,
	"calling_ae_title" text,
	"patient_row_id" uuid NOT NULL,
	"patient_id" text,
	"patient_name" text,
	"patient_sex" text,
	"patient_birth_date" date,
	"patient_age" text,
	"accession_number" text,
	"description" text,
	"modalities" text[] DEFAULT '{}' NOT NULL,
	"referring_physician" text,
	"institution" text,
	"study_date" date,
	"study_time" text,
	"series_count" integer DEFAULT 0 NOT NULL,
	"image_count" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'new_study_received' NOT NULL,
	"tab" text GENERATED ALWAYS AS (case when status in ('new_study_received', 'new', 'pending_assignment') then 'pending' when status in ('assigned_to_doctor', 'doctor_opened_report', 'report_in_progress') then 'inprogress' when status in ('report_drafted', 'report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived') then 'completed' end) STORED NOT NULL,
	"priority" text DEFAULT 'NORMAL' NOT NULL,
	"case_type" text DEFAULT 'routine' NOT NULL,
	"mlc_case" boolean DEFAULT false NOT NULL,
	"study_type" text,
	"clinical_history" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_image_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"generation" integer DEFAULT 0 NOT NULL,
	"instances_hash" text,
	"new_images_at" timestamp (3) with time zone,
	"images_missing_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"reported_by_doctor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "studies_status" CHECK ("studies"."status" in ('new_study_received', 'new', 'pending_assignment', 'assigned_to_doctor', 'doctor_opened_report', 'report_in_progress', 'report_drafted', 'report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived')),
	CONSTRAINT "studies_priority" CHECK ("studies"."priority" in ('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY')),
	CONSTRAINT "studies_case_type" CHECK ("studies"."case_type" in ('routine', 'urgent', 'emergency', 'stat'))
);
--> statement-breakpoint
CREATE TABLE "study_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"event" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor_user_id" uuid,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "study_zips" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"object_key" text,
	"size_bytes" bigint,
	"images_done" integer DEFAULT 0 NOT NULL,
	"images_total" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "study_zips_state" CHECK ("study_zips"."state" in ('queued', 'processing', 'completed', 'failed', 'expired', 'superseded'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_user_id" uuid,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "intake_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intake_failures" (
	"orthanc_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('job', 'live'))
);
--> statement-breakpoint
CREATE TABLE "viewer_grants" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "viewer_grants_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "doctors" ADD CONSTRAINT "doctors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD CONSTRAINT "lab_ae_titles_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_staff" ADD CONSTRAINT "lab_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_staff" ADD CONSTRAINT "lab_staff_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_unassigned_by_users_id_fk" FOREIGN KEY ("unassigned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_reported_by_doctor_id_doctors_id_fk" FOREIGN KEY ("reported_by_doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_events" ADD CONSTRAINT "study_events_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_events" ADD CONSTRAINT "study_events_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_zips" ADD CONSTRAINT "study_zips_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewer_grants" ADD CONSTRAINT "viewer_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewer_grants" ADD CONSTRAINT "viewer_grants_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "doctors_user" ON "doctors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lab_ae_titles_lab" ON "lab_ae_titles" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "lab_staff_lab" ON "lab_staff" USING btree ("lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "labs_identifier" ON "labs" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_session" ON "tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tickets_expires" ON "tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_active" ON "assignments" USING btree ("study_id","doctor_id") WHERE "assignments"."unassigned_at" is null;--> statement-breakpoint
CREATE INDEX "assignments_doctor_active" ON "assignments" USING btree ("doctor_id","study_id") WHERE "assignments"."unassigned_at" is null;--> statement-breakpoint
CREATE INDEX "assignments_study" ON "assignments" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "assignments_doctor" ON "assignments" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "assignments_assigned_by" ON "assignments" USING btree ("assigned_by");--> statement-breakpoint
CREATE INDEX "assignments_unassigned_by" ON "assignments" USING btree ("unassigned_by");--> statement-breakpoint
CREATE INDEX "downloads_study" ON "downloads" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "downloads_report" ON "downloads" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "downloads_user" ON "downloads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_lab_patient_id" ON "patients" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),"patient_id") WHERE "patients"."patient_id" is not null;--> statement-breakpoint
CREATE INDEX "patients_lab" ON "patients" USING btree ("lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_study_version" ON "reports" USING btree ("study_id","version");--> statement-breakpoint
CREATE INDEX "reports_doctor" ON "reports" USING btree ("doctor_id");--> statement-breakpoint
CREATE INDEX "reports_uploaded_by" ON "reports" USING btree ("uploaded_by");--> statement-breakpoint
CREATE UNIQUE INDEX "series_orthanc_id" ON "series" USING btree ("orthanc_id");--> statement-breakpoint
CREATE INDEX "series_study" ON "series" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "series_uid" ON "series" USING btree ("series_instance_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "studies_orthanc_id" ON "studies" USING btree ("orthanc_id");--> statement-breakpoint
CREATE INDEX "studies_study_instance_uid" ON "studies" USING btree ("study_instance_uid");--> statement-breakpoint
CREATE INDEX "studies_received" ON "studies" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "studies_tab_received" ON "studies" USING btree ("tab","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "studies_lab_received" ON "studies" USING btree ("lab_id","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "studies_lab_tab_received" ON "studies" USING btree ("lab_id","tab","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "studies_patient_row" ON "studies" USING btree ("patient_row_id");--> statement-breakpoint
CREATE INDEX "studies_reported_by" ON "studies" USING btree ("reported_by_doctor_id");--> statement-breakpoint
CREATE INDEX "studies_unsettled" ON "studies" USING btree ("last_image_at") WHERE "studies"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "study_events_study" ON "study_events" USING btree ("study_id","at");--> statement-breakpoint
CREATE INDEX "study_events_actor" ON "study_events" USING btree ("actor_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "study_zips_live" ON "study_zips" USING btree ("study_id","generation") WHERE "study_zips"."state" in ('queued', 'processing', 'completed');--> statement-breakpoint
CREATE INDEX "study_zips_study" ON "study_zips" USING btree ("study_id","created_at");--> statement-breakpoint
CREATE INDEX "study_zips_expires" ON "study_zips" USING btree ("expires_at") WHERE "study_zips"."state" = 'completed';--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "intake_failures_next" ON "intake_failures" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "viewer_grants_session" ON "viewer_grants" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "viewer_grants_study" ON "viewer_grants" USING btree ("study_id");
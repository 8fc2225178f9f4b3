CREATE TABLE "report_drafts" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"content" jsonb NOT NULL,
	"instances_hash" text,
	"drafted_at" timestamp (3) with time zone,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"saved_by" uuid NOT NULL,
	CONSTRAINT "report_drafts_kind" CHECK ("report_drafts"."kind" in ('original', 'addendum', 'correction'))
);
--> statement-breakpoint
CREATE TABLE "report_holds" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"fence" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"window_id" uuid NOT NULL,
	"held_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"meaning" text NOT NULL,
	"content" jsonb NOT NULL,
	"snapshot" jsonb NOT NULL,
	"signed_by" uuid NOT NULL,
	"doctor_id" uuid NOT NULL,
	"signed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"confirmed" text[] NOT NULL,
	"request_id" uuid NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "report_versions_kind" CHECK ("report_versions"."kind" in ('original', 'addendum', 'correction')),
	CONSTRAINT "report_versions_meaning" CHECK ("report_versions"."meaning" in ('preliminary', 'final')),
	CONSTRAINT "report_versions_reason" CHECK (("report_versions"."kind" = 'correction') = ("report_versions"."reason" <> ''))
);
--> statement-breakpoint
CREATE TABLE "report_word_documents" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "size_bytes" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "sha256" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signing_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "version_id" uuid;
--> statement-breakpoint
ALTER TABLE "report_drafts" ADD CONSTRAINT "report_drafts_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_drafts" ADD CONSTRAINT "report_drafts_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_holds" ADD CONSTRAINT "report_holds_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_holds" ADD CONSTRAINT "report_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_holds" ADD CONSTRAINT "report_holds_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_signed_by_users_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_word_documents" ADD CONSTRAINT "report_word_documents_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "report_drafts_saved_by" ON "report_drafts" USING btree ("saved_by");
--> statement-breakpoint
CREATE INDEX "report_holds_user" ON "report_holds" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "report_holds_session" ON "report_holds" USING btree ("session_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_versions_study_number" ON "report_versions" USING btree ("study_id","number");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_versions_request" ON "report_versions" USING btree ("request_id");
--> statement-breakpoint
CREATE INDEX "report_versions_signed_by" ON "report_versions" USING btree ("signed_by");
--> statement-breakpoint
CREATE INDEX "report_versions_doctor" ON "report_versions" USING btree ("doctor_id");
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_uploaded_stored" CHECK ("reports"."version_id" is not null or ("reports"."sha256" is not null and "reports"."size_bytes" is not null)) NOT VALID;
--> statement-breakpoint
create trigger report_versions_append_only before update or delete on report_versions for each row execute function refuse_change();
--> statement-breakpoint
revoke update, delete on report_versions from readroom_app;

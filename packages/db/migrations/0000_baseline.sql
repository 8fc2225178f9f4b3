-- The schema of version 0.2.0, the first release. Later changes are migrations of their own. Functions and triggers are in ../programs; rights are
-- given by ../src/migration/application-role.ts.
create extension if not exists citext;
--> statement-breakpoint
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
-- The two functions below compute generated columns. They are here and not in ../programs because studies keep the values that they were stored with:
-- a change is a new function, and a column that is filled with it.
--
-- Returns what searches compare: letters without case, accents or presentation forms, words apart by one space, and a space before the first.
-- Search terms go through the same function, so the two cannot differ. unaccent() is only stable because its rules could be edited;
-- named with its dictionary it may serve an index, and the rules of an installed server stay as they are.
create function fold_text(value text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(
    replace(lower(public.unaccent('public.unaccent'::regdictionary,
      lower(regexp_replace(normalize(coalesce(value, ''), nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]', '', 'g')))), 'ς', 'σ'),
    '[[:space:][:punct:]’‘´·、，。･・]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Returns the keys by which doctors' lists find a study: each doctor, alone and with the tab.
create function doctor_keys(doctors uuid[], tab text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(key order by key), '{}')
  from unnest(doctors) doctor, lateral (values (doctor::text), (doctor || ':' || tab)) keys(key)
$$;
--> statement-breakpoint
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
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
	"version" integer DEFAULT 1 NOT NULL,
	"mail_on_report" boolean DEFAULT false NOT NULL,
	"preliminary_visible" boolean DEFAULT false NOT NULL,
	"archive_reports" boolean DEFAULT false NOT NULL,
	"every_series_displayed" boolean DEFAULT false NOT NULL,
	"share_pin_required" boolean DEFAULT false NOT NULL,
	CONSTRAINT "labs_identifier_upper" CHECK ("labs"."identifier" = upper("labs"."identifier"))
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email_hash" text NOT NULL,
	"user_id" uuid,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"token_hash" text,
	"token_expires_at" timestamp (3) with time zone
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
	"user_agent" text NOT NULL,
	"token_issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"end_reason" text,
	"signing_confirmed_at" timestamp (3) with time zone,
	"second_factor" text,
	"provider_token" text,
	CONSTRAINT "sessions_end_reason" CHECK ("sessions"."end_reason" in ('signed-out', 'elsewhere', 'administrator', 'password'))
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"zip_id" uuid
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
	"password_request_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"provider_link_allowed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('admin', 'lab_staff', 'doctor_account'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_synced" boolean NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "provider_sign_ins" (
	"hash" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"user_id" uuid,
	"provider_token" text,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"webauthn_challenge" text,
	"provider_token" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_challenges_purpose" CHECK ("sign_in_challenges"."purpose" in ('second-step', 'passkey-sign-in', 'passkey-registration'))
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answered_changes" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" jsonb,
	"study_id" uuid,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answered_changes_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "archive_disk" (
	"id" integer PRIMARY KEY NOT NULL,
	"free_bytes" bigint,
	"total_bytes" bigint,
	"used_bytes" bigint,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_audit_id_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "audit_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"entries" bigint DEFAULT 0 NOT NULL,
	"head_seq" bigint DEFAULT 0 NOT NULL,
	"head_hash" text DEFAULT '' NOT NULL,
	"fault" text,
	"faulty_entry" bigint
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
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"objects" integer DEFAULT 0 NOT NULL,
	"studies" integer DEFAULT 0 NOT NULL,
	"instances" bigint DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dead_letters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"reason" text NOT NULL,
	"fingerprint" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_letters_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "dead_letters_source" CHECK ("dead_letters"."source" in ('outbox', 'job', 'live'))
);
--> statement-breakpoint
CREATE TABLE "drawing_failures" (
	"image" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"first_failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"unknown_ae_title" text,
	"is_accepted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" jsonb,
	CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" in ('job', 'live'))
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"environment" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusal_log" (
	"id" integer PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_instance_uid" text NOT NULL,
	"calling_ae_title" text NOT NULL,
	"reason" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "refusals_what" UNIQUE("study_instance_uid","calling_ae_title","reason")
);
--> statement-breakpoint
CREATE TABLE "refused_objects" (
	"refusal_id" uuid NOT NULL,
	"sop_instance_uid" text NOT NULL,
	CONSTRAINT "refused_objects_refusal_id_sop_instance_uid_pk" PRIMARY KEY("refusal_id","sop_instance_uid")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"folder" text PRIMARY KEY NOT NULL,
	"files" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweep_position" (
	"id" integer PRIMARY KEY NOT NULL,
	"pass" integer DEFAULT 1 NOT NULL,
	"since" integer DEFAULT 0 NOT NULL,
	"after_id" uuid,
	"ended_at" timestamp (3) with time zone
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
CREATE TABLE "window_grants" (
	"hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "window_grants_hash_study_id_pk" PRIMARY KEY("hash","study_id")
);
--> statement-breakpoint
CREATE TABLE "zip_studies" (
	"zip_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	CONSTRAINT "zip_studies_zip_id_study_id_pk" PRIMARY KEY("zip_id","study_id")
);
--> statement-breakpoint
CREATE TABLE "zips" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_id" uuid,
	"study_id" uuid,
	"generation" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"object_key" text,
	"size_bytes" bigint,
	"images_done" integer DEFAULT 0 NOT NULL,
	"images_total" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "zips_state" CHECK ("zips"."state" in ('queued', 'processing', 'completed', 'failed', 'expired', 'superseded')),
	CONSTRAINT "zips_of" CHECK (num_nonnulls("zips"."owner_id", "zips"."study_id") = 1 and ("zips"."study_id" is null) = ("zips"."generation" is null))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"patient_row_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"study_id" uuid NOT NULL,
	"category" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "documents_category" CHECK ("documents"."category" in ('clinical', 'radiology', 'lab', 'other'))
);
--> statement-breakpoint
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
CREATE TABLE "patient_aliases" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"patient_id" text NOT NULL,
	"patient_row_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "patients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid,
	"patient_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"corrected_name" text,
	"corrected_sex" text,
	"corrected_birth_date" date,
	"version" integer DEFAULT 1 NOT NULL,
	"salutation" text,
	"contact_phone" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"next_document" integer DEFAULT 0 NOT NULL,
	"hold_reason" text,
	"person" integer DEFAULT 0 NOT NULL,
	"merged_into" uuid,
	"identity_review_id" uuid,
	CONSTRAINT "patients_corrected_sex" CHECK ("patients"."corrected_sex" in ('M', 'F', 'O')),
	CONSTRAINT "patients_salutation" CHECK ("patients"."salutation" in ('Mr', 'Mrs', 'Ms', 'Dr'))
);
--> statement-breakpoint
CREATE TABLE "privacy_actions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"subject_id" uuid,
	"requested_by" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"counts" jsonb NOT NULL,
	"error" text,
	"object_key" text,
	"size_bytes" bigint,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"files_missing" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"study_ids" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "privacy_actions_kind" CHECK ("privacy_actions"."kind" in ('export', 'erasure', 'anonymisation', 'image_retention', 'study_retention', 'study_anonymisation')),
	CONSTRAINT "privacy_actions_state" CHECK ("privacy_actions"."state" in ('queued', 'running', 'done', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "privacy_removals" (
	"action_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "privacy_removals_action_id_kind_key_pk" PRIMARY KEY("action_id","kind","key"),
	CONSTRAINT "privacy_removals_kind" CHECK ("privacy_removals"."kind" in ('study', 'object'))
);
--> statement-breakpoint
CREATE TABLE "key_images" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"position" integer,
	"caption" text DEFAULT '' NOT NULL,
	"sop_instance_uid" text NOT NULL,
	"series" integer,
	"image" integer,
	"frame" integer,
	"object_key" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"taken_by" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_at" timestamp (3) with time zone,
	CONSTRAINT "key_images_content_type" CHECK ("key_images"."content_type" in ('image/png', 'image/jpeg')),
	CONSTRAINT "key_images_position" CHECK ("key_images"."position" > 0),
	CONSTRAINT "key_images_of_something" CHECK ("key_images"."position" is not null or "key_images"."signed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "reading_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"scope" text NOT NULL,
	"lab_id" uuid,
	"owner_id" uuid,
	"name" text NOT NULL,
	"modalities" text[] NOT NULL,
	"words" text[] NOT NULL,
	"sex" text,
	"kind" text NOT NULL,
	"is_default" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_templates_scope" CHECK ("reading_templates"."scope" in ('system', 'lab', 'doctor')),
	CONSTRAINT "reading_templates_kind" CHECK ("reading_templates"."kind" in ('original', 'addendum', 'correction')),
	CONSTRAINT "reading_templates_sex" CHECK ("reading_templates"."sex" in ('M', 'F', 'O')),
	CONSTRAINT "reading_templates_place" CHECK (("reading_templates"."scope" = 'lab') = ("reading_templates"."lab_id" is not null) and ("reading_templates"."scope" = 'doctor') = ("reading_templates"."owner_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "text_blocks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"scope" text NOT NULL,
	"lab_id" uuid,
	"owner_id" uuid,
	"shortcut" text NOT NULL,
	"sections" text[] NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_blocks_scope" CHECK ("text_blocks"."scope" in ('system', 'lab', 'doctor')),
	CONSTRAINT "text_blocks_place" CHECK (("text_blocks"."scope" = 'lab') = ("text_blocks"."lab_id" is not null) and ("text_blocks"."scope" = 'doctor') = ("text_blocks"."owner_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "reading_asides" (
	"user_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"put_aside_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_asides_user_id_study_id_pk" PRIMARY KEY("user_id","study_id")
);
--> statement-breakpoint
CREATE TABLE "displayed_series" (
	"study_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"series_instance_uid" text NOT NULL,
	"image_count" integer NOT NULL,
	"displayed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "displayed_series_study_id_user_id_series_instance_uid_pk" PRIMARY KEY("study_id","user_id","series_instance_uid")
);
--> statement-breakpoint
CREATE TABLE "draft_annotations" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"annotations" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"saved_by" uuid NOT NULL
);
--> statement-breakpoint
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
	"lease_until" timestamp (3) with time zone NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone
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
CREATE TABLE "critical_communications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"result_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"method" text,
	"telephone" text DEFAULT '' NOT NULL,
	CONSTRAINT "critical_communications_kind" CHECK ("critical_communications"."kind" in ('notified', 'told', 'acknowledged')),
	CONSTRAINT "critical_communications_by_name" CHECK (("critical_communications"."kind" <> 'notified') = ("critical_communications"."name" <> '' and "critical_communications"."user_id" is not null)),
	CONSTRAINT "critical_communications_by_method" CHECK (("critical_communications"."kind" = 'told') = ("critical_communications"."method" is not null)),
	CONSTRAINT "critical_communications_method" CHECK ("critical_communications"."method" in ('telephone', 'in_person', 'message'))
);
--> statement-breakpoint
CREATE TABLE "critical_results" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"category" integer NOT NULL,
	"finding" text NOT NULL,
	"marked_by" uuid NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "critical_results_category" CHECK ("critical_results"."category" in (1, 2, 3))
);
--> statement-breakpoint
CREATE TABLE "report_dispatches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"batch_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"report_version" integer NOT NULL,
	"email" text NOT NULL,
	"recipient_name" text,
	"dispatched_by" uuid NOT NULL,
	"dispatched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"with_images" boolean DEFAULT false NOT NULL,
	"share_link_id" uuid
);
--> statement-breakpoint
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
CREATE TABLE "archived_reports" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"series_instance_uid" text NOT NULL,
	"measurements_series_uid" text
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
CREATE TABLE "report_word_documents" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL
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
	"size_bytes" integer,
	"sha256" text,
	"object_key" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"version_id" uuid,
	"released_at" timestamp (3) with time zone DEFAULT now(),
	"recallable_until" timestamp (3) with time zone,
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('draft', 'finalized')),
	CONSTRAINT "reports_uploaded_stored" CHECK ("reports"."version_id" is not null or ("reports"."sha256" is not null and "reports"."size_bytes" is not null))
);
--> statement-breakpoint
CREATE TABLE "study_discussions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_grants" (
	"hash" text PRIMARY KEY NOT NULL,
	"share_link_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"hash" text NOT NULL,
	"study_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"access_count" integer DEFAULT 0 NOT NULL,
	"last_access_at" timestamp (3) with time zone,
	"pin_hash" text,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "share_links_hash_unique" UNIQUE("hash")
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
CREATE TABLE "prior_openings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"image_count" integer NOT NULL,
	"calling_ae_title" text,
	"patient_position" text
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
	"tab" text GENERATED ALWAYS AS (case when status in ('new_study_received', 'new', 'pending_assignment') then 'pending' when status in ('assigned_to_doctor', 'doctor_opened_report', 'report_in_progress', 'report_drafted') then 'inprogress' when status in ('report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived') then 'completed' end) STORED NOT NULL,
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
	"doctor_ids" uuid[] DEFAULT '{}' NOT NULL,
	"doctor_keys" text[] GENERATED ALWAYS AS (doctor_keys(doctor_ids, case when status in ('new_study_received', 'new', 'pending_assignment', 'assigned_to_doctor') then 'pending' when status in ('doctor_opened_report', 'report_in_progress', 'report_drafted') then 'inprogress' when status in ('report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived') then 'completed' end)) STORED NOT NULL,
	"is_emergency" boolean GENERATED ALWAYS AS (case_type in ('urgent', 'emergency') or priority in ('URGENT', 'EMERGENCY')) STORED NOT NULL,
	"search_name" text GENERATED ALWAYS AS (fold_text(patient_name)) STORED NOT NULL,
	"search_patient_id" text GENERATED ALWAYS AS (fold_text(patient_id)) STORED NOT NULL,
	"search_accession" text GENERATED ALWAYS AS (fold_text(accession_number)) STORED NOT NULL,
	"search_physician" text GENERATED ALWAYS AS (fold_text(referring_physician)) STORED NOT NULL,
	"search_description" text GENERATED ALWAYS AS (fold_text(coalesce(description, '') || ' ' || clinical_history)) STORED NOT NULL,
	"search_all" text DEFAULT '' NOT NULL,
	"cycle" integer DEFAULT 1 NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"assigned_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"drafted_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"reset_at" timestamp (3) with time zone,
	"dicom_patient_id" text,
	"dicom_patient_name" text,
	"dicom_patient_sex" text,
	"dicom_patient_birth_date" date,
	"dicom_patient_age" text,
	"images_damaged_at" timestamp (3) with time zone,
	"damaged_instances" text[] DEFAULT '{}' NOT NULL,
	"lab_conflict_at" timestamp (3) with time zone,
	"name_unreadable" boolean DEFAULT false NOT NULL,
	"archive_version" integer DEFAULT 0 NOT NULL,
	"dicom_accession_number" text,
	"dicom_description" text,
	"dicom_referring_physician" text,
	"dicom_requesting_physician" text,
	"dicom_operator_name" text,
	"dicom_order_date" date,
	"corrected_accession_number" text,
	"corrected_description" text,
	"corrected_referring_physician" text,
	"corrected_patient_age" text,
	"case_flags" text[] DEFAULT '{}' NOT NULL,
	"record_version" integer DEFAULT 1 NOT NULL,
	"first_assigned_at" timestamp (3) with time zone,
	"body_parts" text DEFAULT '' NOT NULL,
	"anonymised_at" timestamp (3) with time zone,
	CONSTRAINT "studies_status" CHECK ("studies"."status" in ('new_study_received', 'new', 'pending_assignment', 'assigned_to_doctor', 'doctor_opened_report', 'report_in_progress', 'report_drafted', 'report_uploaded', 'report_finalized', 'report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived')),
	CONSTRAINT "studies_priority" CHECK ("studies"."priority" in ('NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY')),
	CONSTRAINT "studies_case_type" CHECK ("studies"."case_type" in ('routine', 'urgent', 'emergency', 'stat')),
	CONSTRAINT "studies_case_flags_known" CHECK ("studies"."case_flags" <@ array['meetReferralDoctor', 'studyException', 'billedStudy']::text[])
);
--> statement-breakpoint
CREATE TABLE "study_details" (
	"study_id" uuid PRIMARY KEY NOT NULL,
	"previous_injury" text DEFAULT '' NOT NULL,
	"previous_surgery" text DEFAULT '' NOT NULL,
	"procedure_code" text DEFAULT '' NOT NULL,
	"lmp" date,
	"referring_email" text DEFAULT '' NOT NULL,
	"referring_mobile" text DEFAULT '' NOT NULL,
	"referring_institution" text DEFAULT '' NOT NULL,
	"referring_contact" text DEFAULT '' NOT NULL,
	"corrected_requesting_physician" text,
	"corrected_technologist" text,
	"requesting_email" text DEFAULT '' NOT NULL,
	"requesting_mobile" text DEFAULT '' NOT NULL,
	"requesting_institution" text DEFAULT '' NOT NULL,
	"technologist_mobile" text DEFAULT '' NOT NULL,
	"technologist_comments" text DEFAULT '' NOT NULL,
	"technologist_reason_to_send" text DEFAULT '' NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" uuid NOT NULL
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
CREATE TABLE "default_lists" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_lists" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_id" uuid NOT NULL,
	"given_to" text,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_lists_given_role" CHECK ("saved_lists"."given_to" in ('admin', 'lab_staff', 'doctor_account'))
);
--> statement-breakpoint
CREATE TABLE "study_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" uuid NOT NULL,
	"lab_id" uuid,
	"status" text NOT NULL,
	"modalities" text[] NOT NULL,
	"is_emergency" boolean NOT NULL,
	"mlc_case" boolean NOT NULL,
	"study_type" text,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "study_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" uuid NOT NULL,
	"status" text NOT NULL,
	"is_emergency" boolean NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worklist_changes" (
	"scope" uuid NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "worklist_changes_scope_transaction_pk" PRIMARY KEY("scope","transaction")
);
--> statement-breakpoint
ALTER TABLE "doctors" ADD CONSTRAINT "doctors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD CONSTRAINT "lab_ae_titles_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lab_staff" ADD CONSTRAINT "lab_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lab_staff" ADD CONSTRAINT "lab_staff_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "provider_identities" ADD CONSTRAINT "provider_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "provider_sign_ins" ADD CONSTRAINT "provider_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refused_objects" ADD CONSTRAINT "refused_objects_refusal_id_refusals_id_fk" FOREIGN KEY ("refusal_id") REFERENCES "public"."refusals"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "viewer_grants" ADD CONSTRAINT "viewer_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "viewer_grants" ADD CONSTRAINT "viewer_grants_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "window_grants" ADD CONSTRAINT "window_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "window_grants" ADD CONSTRAINT "window_grants_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "zip_studies" ADD CONSTRAINT "zip_studies_zip_id_zips_id_fk" FOREIGN KEY ("zip_id") REFERENCES "public"."zips"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "zip_studies" ADD CONSTRAINT "zip_studies_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "zips" ADD CONSTRAINT "zips_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "zips" ADD CONSTRAINT "zips_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
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
ALTER TABLE "patient_aliases" ADD CONSTRAINT "patient_aliases_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patient_aliases" ADD CONSTRAINT "patient_aliases_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_merged_into_patients_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."patients"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_identity_review_id_identity_reviews_id_fk" FOREIGN KEY ("identity_review_id") REFERENCES "public"."identity_reviews"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_actions" ADD CONSTRAINT "privacy_actions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "privacy_removals" ADD CONSTRAINT "privacy_removals_action_id_privacy_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."privacy_actions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_images" ADD CONSTRAINT "key_images_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "key_images" ADD CONSTRAINT "key_images_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "text_blocks" ADD CONSTRAINT "text_blocks_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "text_blocks" ADD CONSTRAINT "text_blocks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_asides" ADD CONSTRAINT "reading_asides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reading_asides" ADD CONSTRAINT "reading_asides_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "displayed_series" ADD CONSTRAINT "displayed_series_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "displayed_series" ADD CONSTRAINT "displayed_series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "draft_annotations" ADD CONSTRAINT "draft_annotations_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "draft_annotations" ADD CONSTRAINT "draft_annotations_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
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
ALTER TABLE "report_holds" ADD CONSTRAINT "report_holds_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_signed_by_users_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_versions" ADD CONSTRAINT "report_versions_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_result_id_critical_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."critical_results"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "critical_communications" ADD CONSTRAINT "critical_communications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "critical_results" ADD CONSTRAINT "critical_results_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "critical_results" ADD CONSTRAINT "critical_results_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_dispatched_by_users_id_fk" FOREIGN KEY ("dispatched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_share_link_id_share_links_id_fk" FOREIGN KEY ("share_link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_templates" ADD CONSTRAINT "report_templates_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "archived_reports" ADD CONSTRAINT "archived_reports_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_word_documents" ADD CONSTRAINT "report_word_documents_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_version_id_report_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."report_versions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_discussions" ADD CONSTRAINT "study_discussions_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_discussions" ADD CONSTRAINT "study_discussions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "share_grants" ADD CONSTRAINT "share_grants_share_link_id_share_links_id_fk" FOREIGN KEY ("share_link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_unassigned_by_users_id_fk" FOREIGN KEY ("unassigned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prior_openings" ADD CONSTRAINT "prior_openings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "prior_openings" ADD CONSTRAINT "prior_openings_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_patient_row_id_patients_id_fk" FOREIGN KEY ("patient_row_id") REFERENCES "public"."patients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_reported_by_doctor_id_doctors_id_fk" FOREIGN KEY ("reported_by_doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_details" ADD CONSTRAINT "study_details_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_details" ADD CONSTRAINT "study_details_modified_by_users_id_fk" FOREIGN KEY ("modified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_events" ADD CONSTRAINT "study_events_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "study_events" ADD CONSTRAINT "study_events_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "default_lists" ADD CONSTRAINT "default_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "default_lists" ADD CONSTRAINT "default_lists_list_id_saved_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."saved_lists"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_lists" ADD CONSTRAINT "saved_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "doctors_user" ON "doctors" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "lab_ae_titles_lab" ON "lab_ae_titles" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "lab_staff_lab" ON "lab_staff" USING btree ("lab_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "labs_identifier" ON "labs" USING btree ("identifier");
--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_email" ON "password_resets" USING btree ("email_hash");
--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "password_resets_sent" ON "password_resets" USING btree ("sent_at");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "tickets_session" ON "tickets" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "tickets_expires" ON "tickets" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("full_name","id");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_user" ON "provider_identities" USING btree ("user_id","issuer");
--> statement-breakpoint
CREATE INDEX "provider_sign_ins_user" ON "provider_sign_ins" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "provider_sign_ins_expires" ON "provider_sign_ins" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sign_in_challenges_user" ON "sign_in_challenges" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expires" ON "sign_in_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "answered_changes_study" ON "answered_changes" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "answered_changes_made" ON "answered_changes" USING btree ("made_at");
--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_actor_at" ON "audit_log" USING btree ("actor_user_id","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("actor_user_id","action","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_target_at" ON "audit_log" USING btree ("target_type","target_id","at","id");
--> statement-breakpoint
CREATE INDEX "backups_finished" ON "backups" USING btree ("finished_at");
--> statement-breakpoint
CREATE INDEX "dead_letters_last" ON "dead_letters" USING btree ("last_at");
--> statement-breakpoint
CREATE INDEX "intake_failures_next" ON "intake_failures" USING btree ("next_attempt_at");
--> statement-breakpoint
CREATE INDEX "settings_changed_by" ON "settings" USING btree ("changed_by");
--> statement-breakpoint
CREATE INDEX "viewer_grants_session" ON "viewer_grants" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "viewer_grants_study" ON "viewer_grants" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "window_grants_session" ON "window_grants" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "window_grants_study" ON "window_grants" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "zip_studies_study" ON "zip_studies" USING btree ("study_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "zips_live" ON "zips" USING btree ("study_id","generation") WHERE "zips"."state" in ('queued', 'processing', 'completed');
--> statement-breakpoint
CREATE INDEX "zips_study" ON "zips" USING btree ("study_id","created_at");
--> statement-breakpoint
CREATE INDEX "zips_owner" ON "zips" USING btree ("owner_id","created_at");
--> statement-breakpoint
CREATE INDEX "zips_under_way" ON "zips" USING btree ("created_at") WHERE "zips"."state" in ('queued', 'processing');
--> statement-breakpoint
CREATE INDEX "zips_expires" ON "zips" USING btree ("expires_at") WHERE "zips"."state" = 'completed';
--> statement-breakpoint
CREATE INDEX "zips_object" ON "zips" USING btree ("object_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_patient_number" ON "documents" USING btree ("patient_row_id","number");
--> statement-breakpoint
CREATE INDEX "documents_patient_present" ON "documents" USING btree ("patient_row_id") WHERE "documents"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "documents_study" ON "documents" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "documents_object" ON "documents" USING btree ("object_key");
--> statement-breakpoint
CREATE INDEX "documents_uploaded_by" ON "documents" USING btree ("uploaded_by");
--> statement-breakpoint
CREATE INDEX "documents_deleted_by" ON "documents" USING btree ("deleted_by");
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
CREATE UNIQUE INDEX "patient_aliases_lab_patient_id" ON "patient_aliases" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),"patient_id");
--> statement-breakpoint
CREATE INDEX "patient_aliases_lab" ON "patient_aliases" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "patient_aliases_patient" ON "patient_aliases" USING btree ("patient_row_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "patients_lab_patient_id_person" ON "patients" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),"patient_id","person") WHERE "patients"."patient_id" is not null;
--> statement-breakpoint
CREATE INDEX "patients_lab" ON "patients" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "patients_merged_into" ON "patients" USING btree ("merged_into") WHERE "patients"."merged_into" is not null;
--> statement-breakpoint
CREATE INDEX "patients_identity_review" ON "patients" USING btree ("identity_review_id") WHERE "patients"."identity_review_id" is not null;
--> statement-breakpoint
CREATE INDEX "patients_held" ON "patients" USING btree ("id") WHERE "patients"."hold_reason" is not null;
--> statement-breakpoint
CREATE INDEX "privacy_actions_requested" ON "privacy_actions" USING btree ("requested_at","id");
--> statement-breakpoint
CREATE INDEX "privacy_actions_requested_by" ON "privacy_actions" USING btree ("requested_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_actions_under_way" ON "privacy_actions" USING btree ("subject_id","kind") WHERE "privacy_actions"."state" in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "privacy_actions_object" ON "privacy_actions" USING btree ("object_key");
--> statement-breakpoint
CREATE INDEX "privacy_removals_key" ON "privacy_removals" USING btree ("kind","key");
--> statement-breakpoint
CREATE INDEX "key_images_study" ON "key_images" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "key_images_taken_by" ON "key_images" USING btree ("taken_by");
--> statement-breakpoint
CREATE INDEX "key_images_object" ON "key_images" USING btree ("object_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "reading_templates_name" ON "reading_templates" USING btree (coalesce("lab_id", "owner_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name"));
--> statement-breakpoint
CREATE INDEX "reading_templates_lab" ON "reading_templates" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "reading_templates_owner" ON "reading_templates" USING btree ("owner_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "text_blocks_shortcut" ON "text_blocks" USING btree (coalesce("lab_id", "owner_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("shortcut"));
--> statement-breakpoint
CREATE INDEX "text_blocks_lab" ON "text_blocks" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "text_blocks_owner" ON "text_blocks" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "reading_asides_study" ON "reading_asides" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "displayed_series_user" ON "displayed_series" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "draft_annotations_saved_by" ON "draft_annotations" USING btree ("saved_by");
--> statement-breakpoint
CREATE INDEX "report_drafts_saved_by" ON "report_drafts" USING btree ("saved_by");
--> statement-breakpoint
CREATE INDEX "report_holds_user" ON "report_holds" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "report_holds_session" ON "report_holds" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "report_holds_asked_by" ON "report_holds" USING btree ("asked_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_versions_study_number" ON "report_versions" USING btree ("study_id","number");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_versions_request" ON "report_versions" USING btree ("request_id");
--> statement-breakpoint
CREATE INDEX "report_versions_signed_by" ON "report_versions" USING btree ("signed_by");
--> statement-breakpoint
CREATE INDEX "report_versions_doctor" ON "report_versions" USING btree ("doctor_id");
--> statement-breakpoint
CREATE INDEX "report_versions_amended" ON "report_versions" USING btree ("signed_at" DESC NULLS LAST) WHERE "report_versions"."kind" <> 'original';
--> statement-breakpoint
CREATE INDEX "critical_communications_result" ON "critical_communications" USING btree ("result_id");
--> statement-breakpoint
CREATE INDEX "critical_communications_user" ON "critical_communications" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "critical_communications_acknowledged" ON "critical_communications" USING btree ("result_id") WHERE "critical_communications"."kind" = 'acknowledged';
--> statement-breakpoint
CREATE INDEX "critical_results_study" ON "critical_results" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "critical_results_marked_by" ON "critical_results" USING btree ("marked_by");
--> statement-breakpoint
CREATE INDEX "report_dispatches_batch" ON "report_dispatches" USING btree ("batch_id");
--> statement-breakpoint
CREATE INDEX "report_dispatches_study" ON "report_dispatches" USING btree ("study_id","dispatched_at");
--> statement-breakpoint
CREATE INDEX "report_dispatches_report" ON "report_dispatches" USING btree ("report_id");
--> statement-breakpoint
CREATE INDEX "report_dispatches_dispatched_by" ON "report_dispatches" USING btree ("dispatched_by");
--> statement-breakpoint
CREATE INDEX "report_dispatches_share_link" ON "report_dispatches" USING btree ("share_link_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_templates_place" ON "report_templates" USING btree (coalesce("lab_id", '00000000-0000-0000-0000-000000000000'::uuid),coalesce("modality", ''));
--> statement-breakpoint
CREATE INDEX "report_templates_lab" ON "report_templates" USING btree ("lab_id");
--> statement-breakpoint
CREATE INDEX "report_templates_uploaded_by" ON "report_templates" USING btree ("uploaded_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "archived_reports_series" ON "archived_reports" USING btree ("series_instance_uid");
--> statement-breakpoint
CREATE UNIQUE INDEX "archived_reports_measurements" ON "archived_reports" USING btree ("measurements_series_uid");
--> statement-breakpoint
CREATE INDEX "downloads_study" ON "downloads" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "downloads_report" ON "downloads" USING btree ("report_id");
--> statement-breakpoint
CREATE INDEX "downloads_user" ON "downloads" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "report_word_documents_object" ON "report_word_documents" USING btree ("object_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_study_version" ON "reports" USING btree ("study_id","version");
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_version_id" ON "reports" USING btree ("version_id");
--> statement-breakpoint
CREATE INDEX "reports_doctor" ON "reports" USING btree ("doctor_id");
--> statement-breakpoint
CREATE INDEX "reports_uploaded_by" ON "reports" USING btree ("uploaded_by");
--> statement-breakpoint
CREATE INDEX "reports_object" ON "reports" USING btree ("object_key");
--> statement-breakpoint
CREATE INDEX "reports_held_back" ON "reports" USING btree ("recallable_until") WHERE "reports"."released_at" is null and "reports"."withdrawn_at" is null;
--> statement-breakpoint
CREATE INDEX "reports_unprinted" ON "reports" USING btree ("version_id") WHERE "reports"."sha256" is null;
--> statement-breakpoint
CREATE INDEX "study_discussions_study" ON "study_discussions" USING btree ("study_id","created_at");
--> statement-breakpoint
CREATE INDEX "study_discussions_author" ON "study_discussions" USING btree ("author_id");
--> statement-breakpoint
CREATE INDEX "share_grants_share_link" ON "share_grants" USING btree ("share_link_id");
--> statement-breakpoint
CREATE INDEX "share_links_study" ON "share_links" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "share_links_created_by" ON "share_links" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "share_links_expires" ON "share_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_active" ON "assignments" USING btree ("study_id","doctor_id") WHERE "assignments"."unassigned_at" is null;
--> statement-breakpoint
CREATE INDEX "assignments_doctor_active" ON "assignments" USING btree ("doctor_id","study_id") WHERE "assignments"."unassigned_at" is null;
--> statement-breakpoint
CREATE INDEX "assignments_assigned_active" ON "assignments" USING btree ("assigned_at") WHERE "assignments"."unassigned_at" is null;
--> statement-breakpoint
CREATE INDEX "assignments_study" ON "assignments" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "assignments_doctor" ON "assignments" USING btree ("doctor_id");
--> statement-breakpoint
CREATE INDEX "assignments_assigned_by" ON "assignments" USING btree ("assigned_by");
--> statement-breakpoint
CREATE INDEX "assignments_unassigned_by" ON "assignments" USING btree ("unassigned_by");
--> statement-breakpoint
CREATE UNIQUE INDEX "prior_openings_session_study" ON "prior_openings" USING btree ("session_id","study_id");
--> statement-breakpoint
CREATE INDEX "prior_openings_study" ON "prior_openings" USING btree ("study_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "series_orthanc_id" ON "series" USING btree ("orthanc_id");
--> statement-breakpoint
CREATE INDEX "series_study" ON "series" USING btree ("study_id");
--> statement-breakpoint
CREATE INDEX "series_uid" ON "series" USING btree ("series_instance_uid");
--> statement-breakpoint
CREATE UNIQUE INDEX "studies_orthanc_id" ON "studies" USING btree ("orthanc_id");
--> statement-breakpoint
CREATE INDEX "studies_study_instance_uid" ON "studies" USING btree ("study_instance_uid");
--> statement-breakpoint
CREATE INDEX "studies_received" ON "studies" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "studies_tab_received" ON "studies" USING btree ("tab","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "studies_lab_received" ON "studies" USING btree ("lab_id","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "studies_lab_tab_received" ON "studies" USING btree ("lab_id","tab","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "studies_study_date" ON "studies" USING btree (coalesce(study_date, '0001-01-01'::date),"id");
--> statement-breakpoint
CREATE INDEX "studies_reported" ON "studies" USING btree (coalesce(reported_at, '-infinity'::timestamptz),"id");
--> statement-breakpoint
CREATE INDEX "studies_retention" ON "studies" USING btree ("reported_at","images_missing_at","image_count") WHERE "studies"."tab" = 'completed' and "studies"."anonymised_at" is null;
--> statement-breakpoint
CREATE INDEX "studies_first_assigned" ON "studies" USING btree (coalesce(first_assigned_at, '-infinity'::timestamptz),"id");
--> statement-breakpoint
CREATE INDEX "studies_turnaround" ON "studies" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"first_assigned_at","reported_at","reported_by_doctor_id","lab_id","study_date");
--> statement-breakpoint
CREATE INDEX "studies_order_of_work" ON "studies" USING btree ((case when reported_at is not null then 30000000000000 - (extract(epoch from reported_at at time zone 'UTC') * 1000)::bigint
  when case_type = 'emergency' or priority = 'EMERGENCY' then coalesce((extract(epoch from due_at at time zone 'UTC') * 1000)::bigint, 9999999999999)
  else 10000000000000 + coalesce((extract(epoch from due_at at time zone 'UTC') * 1000)::bigint, 9999999999999) end),"id");
--> statement-breakpoint
CREATE INDEX "studies_name" ON "studies" USING btree ("left"(search_name, 100),"id");
--> statement-breakpoint
CREATE INDEX "studies_patient_id" ON "studies" USING btree ("left"(search_patient_id, 100),"id");
--> statement-breakpoint
CREATE INDEX "studies_accession" ON "studies" USING btree ("left"(search_accession, 100),"id");
--> statement-breakpoint
CREATE INDEX "studies_status" ON "studies" USING btree ("status","received_at","id");
--> statement-breakpoint
CREATE INDEX "studies_emergency" ON "studies" USING btree ("received_at","id") WHERE "studies"."is_emergency";
--> statement-breakpoint
CREATE INDEX "studies_mlc" ON "studies" USING btree ("received_at","id") WHERE "studies"."mlc_case";
--> statement-breakpoint
CREATE INDEX "studies_type" ON "studies" USING btree ("study_type","received_at","id") WHERE "studies"."study_type" is not null;
--> statement-breakpoint
CREATE INDEX "studies_modalities" ON "studies" USING gin ("modalities");
--> statement-breakpoint
CREATE INDEX "studies_case_flags" ON "studies" USING btree ("received_at","id") WHERE "studies"."case_flags" <> '{}';
--> statement-breakpoint
CREATE INDEX "studies_search" ON "studies" USING gin ("doctor_keys",(array["lab_id"]),"search_all" gin_trgm_ops,"search_name" gin_trgm_ops,"search_patient_id" gin_trgm_ops,"search_accession" gin_trgm_ops,"search_physician" gin_trgm_ops,"search_description" gin_trgm_ops) WITH (fastupdate=off);
--> statement-breakpoint
CREATE INDEX "studies_unfinished_search" ON "studies" USING gin ("search_all" gin_trgm_ops,"search_name" gin_trgm_ops,"search_patient_id" gin_trgm_ops,"search_accession" gin_trgm_ops,"search_physician" gin_trgm_ops,"search_description" gin_trgm_ops) WITH (fastupdate=off) WHERE "studies"."tab" <> 'completed';
--> statement-breakpoint
CREATE INDEX "studies_patient_row" ON "studies" USING btree ("patient_row_id");
--> statement-breakpoint
CREATE INDEX "studies_reported_by" ON "studies" USING btree ("reported_by_doctor_id");
--> statement-breakpoint
CREATE INDEX "studies_ae_title" ON "studies" USING btree ("calling_ae_title") WHERE "studies"."lab_id" is null;
--> statement-breakpoint
CREATE INDEX "studies_unassigned" ON "studies" USING btree ("received_at","id") WHERE "studies"."doctor_ids" = '{}';
--> statement-breakpoint
CREATE INDEX "studies_damaged" ON "studies" USING btree ("id") WHERE "studies"."images_damaged_at" is not null;
--> statement-breakpoint
CREATE INDEX "studies_unsettled" ON "studies" USING btree ("last_image_at") WHERE "studies"."settled_at" is null;
--> statement-breakpoint
CREATE INDEX "study_details_modified_by" ON "study_details" USING btree ("modified_by");
--> statement-breakpoint
CREATE INDEX "study_events_study" ON "study_events" USING btree ("study_id","at");
--> statement-breakpoint
CREATE INDEX "study_events_actor" ON "study_events" USING btree ("actor_user_id");
--> statement-breakpoint
CREATE INDEX "default_lists_list" ON "default_lists" USING btree ("list_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_lists_name" ON "saved_lists" USING btree ("owner_id",lower("name"));
--> statement-breakpoint
CREATE INDEX "saved_lists_given_to" ON "saved_lists" USING btree ("given_to") WHERE "saved_lists"."given_to" is not null;
--> statement-breakpoint
CREATE INDEX "study_counts_owner" ON "study_counts" USING btree ("owner","lab_id");
--> statement-breakpoint
CREATE INDEX "study_totals_owner" ON "study_totals" USING btree ("owner");
--> statement-breakpoint
CREATE INDEX "worklist_changes_at" ON "worklist_changes" USING btree ("at");
--> statement-breakpoint
insert into intake_cursor (id, last) values (1, 0);
--> statement-breakpoint
insert into sweep_position (id) values (1);
--> statement-breakpoint
insert into archive_disk (id) values (1);

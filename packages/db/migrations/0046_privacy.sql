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
	CONSTRAINT "privacy_actions_kind" CHECK ("privacy_actions"."kind" in ('export', 'erasure', 'image_retention', 'study_retention')),
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
ALTER TABLE "patients" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "privacy_actions" ADD CONSTRAINT "privacy_actions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_removals" ADD CONSTRAINT "privacy_removals_action_id_privacy_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."privacy_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_actions_requested" ON "privacy_actions" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "privacy_actions_requested_by" ON "privacy_actions" USING btree ("requested_by");--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_actions_under_way" ON "privacy_actions" USING btree ("subject_id","kind") WHERE "privacy_actions"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "privacy_actions_object" ON "privacy_actions" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "privacy_removals_key" ON "privacy_removals" USING btree ("kind","key");--> statement-breakpoint
-- Rows that nobody changes go with an erasure, and in no other way: the owner's function says so in its own transaction. The audit log never.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('study_events', 'report_versions', 'critical_results', 'critical_communications')
    and current_setting('readroom.erasing', true) = 'yes' then
    return old;
  end if;
  raise exception 'rows of % are never changed or removed', tg_table_name;
end
$$;
--> statement-breakpoint
-- Removes what is append-only of studies whose erasure was asked for and not finished. What refers to it must be gone.
create function erase_append_only(ids uuid[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from unnest(ids) as wanted(id) where not exists (
      select 1 from studies s join privacy_removals r on r.kind = 'study' and r.key = s.orthanc_id
        join privacy_actions a on a.id = r.action_id
      where s.id = wanted.id and a.kind in ('erasure', 'study_retention') and a.state in ('queued', 'running'))
  ) then
    raise exception 'nobody asked for the erasure of this study';
  end if;
  perform set_config('readroom.erasing', 'yes', true);
  delete from critical_communications where result_id in (select id from critical_results where study_id = any(ids));
  delete from critical_results where study_id = any(ids);
  delete from report_versions where study_id = any(ids);
  delete from study_events where study_id = any(ids);
  perform set_config('readroom.erasing', '', true);
end
$$;
--> statement-breakpoint
revoke execute on function erase_append_only(uuid[]) from public;
--> statement-breakpoint
grant execute on function erase_append_only(uuid[]) to readroom_app;
--> statement-breakpoint
revoke delete on privacy_actions from readroom_app;

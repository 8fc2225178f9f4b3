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
ALTER TABLE "key_images" ADD CONSTRAINT "key_images_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_images" ADD CONSTRAINT "key_images_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_images_study" ON "key_images" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "key_images_taken_by" ON "key_images" USING btree ("taken_by");--> statement-breakpoint
CREATE INDEX "key_images_object" ON "key_images" USING btree ("object_key");--> statement-breakpoint
-- A picture is taken once. One that was signed stays, but for the removal of its study that somebody asked for and that is not finished.
create function keep_key_image() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['position', 'caption', 'signed_at'] <> to_jsonb(old) - array['position', 'caption', 'signed_at']
      or (old.signed_at is not null and new.signed_at is distinct from old.signed_at) then
      raise exception 'a key image is never changed';
    end if;
    return new;
  end if;
  if old.signed_at is null or exists (
    select 1 from studies s join privacy_removals r on r.kind = 'study' and r.key = s.orthanc_id join privacy_actions a on a.id = r.action_id
    where s.id = old.study_id and a.kind not in ('export', 'image_retention') and a.state in ('queued', 'running')
  ) then
    return old;
  end if;
  raise exception 'a key image that was signed is never removed';
end
$$;
--> statement-breakpoint
create trigger key_images_kept before update or delete on key_images for each row execute function keep_key_image();

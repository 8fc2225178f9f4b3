CREATE TABLE "image_moves" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'moving' NOT NULL,
	"study_id" uuid NOT NULL,
	"other_study_id" uuid,
	"from_orthanc_id" text NOT NULL,
	"from_study_uid" text NOT NULL,
	"to_study_uid" text NOT NULL,
	"identities" text[] DEFAULT '{}' NOT NULL,
	"series_uids" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"image_count" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	CONSTRAINT "image_moves_kind" CHECK ("image_moves"."kind" in ('split', 'renewal')),
	CONSTRAINT "image_moves_state" CHECK ("image_moves"."state" in ('moving', 'moved', 'returning', 'returned'))
);--> statement-breakpoint
ALTER TABLE "image_moves" ADD CONSTRAINT "image_moves_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_moves" ADD CONSTRAINT "image_moves_other_study_id_studies_id_fk" FOREIGN KEY ("other_study_id") REFERENCES "public"."studies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_moves" ADD CONSTRAINT "image_moves_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_moves" ADD CONSTRAINT "image_moves_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_moves_study" ON "image_moves" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "image_moves_other_study" ON "image_moves" USING btree ("other_study_id");--> statement-breakpoint
CREATE INDEX "image_moves_from" ON "image_moves" USING btree ("from_orthanc_id");--> statement-breakpoint
CREATE INDEX "image_moves_from_uid" ON "image_moves" USING btree ("from_study_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "image_moves_to" ON "image_moves" USING btree ("to_study_uid");--> statement-breakpoint
CREATE INDEX "image_moves_decided_by" ON "image_moves" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "image_moves_undone_by" ON "image_moves" USING btree ("undone_by");

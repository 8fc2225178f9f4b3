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
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_blocks" ADD CONSTRAINT "text_blocks_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_blocks" ADD CONSTRAINT "text_blocks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reading_templates_name" ON "reading_templates" USING btree (coalesce("lab_id", "owner_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name"));--> statement-breakpoint
CREATE INDEX "reading_templates_lab" ON "reading_templates" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "reading_templates_owner" ON "reading_templates" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "text_blocks_shortcut" ON "text_blocks" USING btree (coalesce("lab_id", "owner_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("shortcut"));--> statement-breakpoint
CREATE INDEX "text_blocks_lab" ON "text_blocks" USING btree ("lab_id");--> statement-breakpoint
CREATE INDEX "text_blocks_owner" ON "text_blocks" USING btree ("owner_id");
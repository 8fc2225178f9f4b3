CREATE TABLE "archive_disk" (
	"id" integer PRIMARY KEY NOT NULL,
	"free_bytes" bigint,
	"total_bytes" bigint,
	"used_bytes" bigint,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "series" ADD COLUMN "calling_ae_title" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "images_damaged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "damaged_instances" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "lab_conflict_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "name_unreadable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "archive_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_failures" ADD COLUMN "first_failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_failures" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_failures" ADD COLUMN "unknown_ae_title" text;--> statement-breakpoint
ALTER TABLE "intake_failures" ADD COLUMN "is_accepted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "studies_ae_title" ON "studies" USING btree ("calling_ae_title") WHERE "studies"."lab_id" is null;--> statement-breakpoint
CREATE INDEX "studies_damaged" ON "studies" USING btree ("id") WHERE "studies"."images_damaged_at" is not null;
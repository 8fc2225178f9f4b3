ALTER TABLE "study_discussions" ADD COLUMN "kind" text DEFAULT 'comment' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "paused_seconds" integer DEFAULT 0 NOT NULL;
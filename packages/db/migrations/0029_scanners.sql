ALTER TABLE "lab_ae_titles" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD COLUMN "certificate" text;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD COLUMN "last_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD COLUMN "test_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD COLUMN "test_result" jsonb;--> statement-breakpoint
ALTER TABLE "lab_ae_titles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
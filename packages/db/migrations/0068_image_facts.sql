ALTER TABLE "series" ADD COLUMN "laterality" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "image_type" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "scanning_sequence" text;

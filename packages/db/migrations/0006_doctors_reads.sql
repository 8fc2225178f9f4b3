ALTER TABLE "doctors" ADD COLUMN "reads_lab_ids" uuid[];--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "reads_modalities" text[];--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "open_minutes_limit" integer;--> statement-breakpoint
ALTER TABLE "doctors" ADD COLUMN "license_expires_on" date;
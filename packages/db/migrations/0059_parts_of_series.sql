ALTER TABLE "displayed_series" ADD COLUMN "is_whole" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "displayed_series" ADD COLUMN "shown" integer;--> statement-breakpoint
ALTER TABLE "displayed_series" ADD COLUMN "frames" integer;--> statement-breakpoint
ALTER TABLE "displayed_series" ADD COLUMN "undrawn" integer DEFAULT 0 NOT NULL;

ALTER TABLE "reports" ADD COLUMN "released_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "recallable_until" timestamp (3) with time zone;

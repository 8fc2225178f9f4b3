ALTER TABLE "studies" ADD COLUMN "warn_at" timestamp (3) with time zone;

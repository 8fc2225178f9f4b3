ALTER TABLE "port_refusals" ADD COLUMN "first_at" timestamp (3) with time zone;

ALTER TABLE "orders" ADD COLUMN "protocol" jsonb;

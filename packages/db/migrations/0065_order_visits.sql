ALTER TABLE "orders" ADD COLUMN "ordering_physician_number" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "visit" jsonb;

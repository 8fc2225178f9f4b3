ALTER TABLE "result_deliveries" ADD COLUMN "sop_class_uid" text;--> statement-breakpoint
ALTER TABLE "result_destinations" ADD COLUMN "overdue_told_at" timestamp (3) with time zone;
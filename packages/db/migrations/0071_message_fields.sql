ALTER TABLE "hl7_messages" ADD COLUMN IF NOT EXISTS "fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "hl7_messages" ADD COLUMN IF NOT EXISTS "order_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "hl7_messages_unapplied" ON "hl7_messages" USING btree ("received_at") WHERE "hl7_messages"."state" in ('faulty', 'refused', 'failed');

ALTER TABLE "order_matches" DROP CONSTRAINT "order_matches_reason_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" DROP CONSTRAINT "result_deliveries_answer_known";--> statement-breakpoint
ALTER TABLE "result_destinations" DROP CONSTRAINT "result_destinations_last_answer_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD COLUMN "of_order_id" uuid;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD COLUMN "filler_number" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "request_keys" text[];--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "request_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_of_order_id_orders_id_fk" FOREIGN KEY ("of_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_matches" ADD CONSTRAINT "order_matches_reason_known" CHECK ("order_matches"."reason" in ('studyUid', 'accession', 'request', 'manual')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_answer_known" CHECK ("result_deliveries"."answer" in ('accepted', 'faulty', 'refused', 'unreachable', 'closed', 'silent', 'too long', 'mismatch', 'garbage', 'unavailable', 'forbidden', 'misconfigured', 'unready', 'failed', 'moved', 'replaced', 'unmatched')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_destinations" ADD CONSTRAINT "result_destinations_last_answer_known" CHECK ("result_destinations"."last_answer" in ('accepted', 'faulty', 'refused', 'unreachable', 'closed', 'silent', 'too long', 'mismatch', 'garbage', 'unavailable', 'forbidden', 'misconfigured', 'unready', 'failed', 'moved', 'replaced', 'unmatched')) NOT VALID;

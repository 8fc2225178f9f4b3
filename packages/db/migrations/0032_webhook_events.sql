ALTER TABLE "result_deliveries" DROP CONSTRAINT "result_deliveries_kind_known";--> statement-breakpoint
ALTER TABLE "result_deliveries" DROP CONSTRAINT "result_deliveries_subject";--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD COLUMN "order_state" text;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD COLUMN "merge_id" uuid;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_merge_id_patient_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."patient_merges"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_order_state_known" CHECK ("result_deliveries"."order_state" in ('ordered', 'scheduled', 'held', 'inProgress', 'acquired', 'performed', 'reported', 'cancelled', 'discontinued')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_kind_known" CHECK ("result_deliveries"."kind" in ('preliminary', 'final', 'corrected', 'appended', 'withdrawn', 'study_received', 'study_archived', 'study_images_missing', 'study_images_returned', 'order_created', 'order_changed', 'patient_merged', 'patient_unmerged', 'test')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_deliveries" ADD CONSTRAINT "result_deliveries_subject" CHECK (("result_deliveries"."study_id" is not null) = ("result_deliveries"."kind" in ('preliminary', 'final', 'corrected', 'appended', 'withdrawn', 'study_received', 'study_archived', 'study_images_missing', 'study_images_returned'))
        and ("result_deliveries"."order_id" is not null) = ("result_deliveries"."kind" in ('order_created', 'order_changed')) and ("result_deliveries"."order_id" is null) = ("result_deliveries"."order_state" is null)
        and ("result_deliveries"."merge_id" is not null) = ("result_deliveries"."kind" in ('patient_merged', 'patient_unmerged'))) NOT VALID;--> statement-breakpoint
-- They were told of reports only.
UPDATE "result_destinations" SET "settings" = "settings" || '{"events": ["reports"]}' WHERE "settings"->>'kind' = 'webhook' AND NOT "settings" ? 'events';

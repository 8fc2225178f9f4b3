ALTER TABLE "escalations" DROP CONSTRAINT "escalations_step";--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "misplaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_step" CHECK ("escalations"."step" in ('warning', 'misplaced', 'unopened', 'deadline', 'overdue')) NOT VALID;

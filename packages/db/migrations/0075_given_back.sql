ALTER TABLE "assignment_refusals" ADD COLUMN "cause" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment_refusals" ADD CONSTRAINT "assignment_refusals_cause" CHECK ("assignment_refusals"."cause" in ('field', 'conflict', 'incomplete', 'time', 'other')) NOT VALID;

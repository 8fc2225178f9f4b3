ALTER TABLE "studies" DROP CONSTRAINT "studies_case_flags_known";--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "mark_notes" jsonb DEFAULT '{}'::jsonb NOT NULL;

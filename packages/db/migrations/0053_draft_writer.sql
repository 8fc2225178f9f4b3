ALTER TABLE "report_drafts" ADD COLUMN "sole_session_id" uuid;--> statement-breakpoint
ALTER TABLE "report_drafts" ADD COLUMN "sole_window_id" uuid;

ALTER TABLE "report_drafts" ADD COLUMN "writer_ids" uuid[] DEFAULT '{}' NOT NULL;

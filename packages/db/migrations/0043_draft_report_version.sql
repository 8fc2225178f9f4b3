ALTER TABLE "report_drafts" ADD COLUMN "report_version" integer;

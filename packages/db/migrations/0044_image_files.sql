ALTER TABLE "studies" ADD COLUMN "files_hash" text;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "content_hash" text;

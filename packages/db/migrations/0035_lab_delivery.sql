ALTER TABLE "labs" ADD COLUMN "mail_on_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "preliminary_visible" boolean DEFAULT false NOT NULL;
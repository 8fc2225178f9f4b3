ALTER TABLE "report_dispatches" ADD COLUMN "with_images" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD COLUMN "share_link_id" uuid;--> statement-breakpoint
ALTER TABLE "report_dispatches" ADD CONSTRAINT "report_dispatches_share_link_id_share_links_id_fk" FOREIGN KEY ("share_link_id") REFERENCES "public"."share_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_dispatches_share_link" ON "report_dispatches" USING btree ("share_link_id");
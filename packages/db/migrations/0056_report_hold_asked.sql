ALTER TABLE "report_holds" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "report_holds" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_holds" ADD CONSTRAINT "report_holds_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_holds_asked_by" ON "report_holds" USING btree ("asked_by");
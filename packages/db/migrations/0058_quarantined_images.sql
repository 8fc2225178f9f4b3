ALTER TABLE "drawing_failures" ADD COLUMN "study_id" uuid;--> statement-breakpoint
ALTER TABLE "drawing_failures" ADD CONSTRAINT "drawing_failures_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawing_failures_study" ON "drawing_failures" USING btree ("study_id");

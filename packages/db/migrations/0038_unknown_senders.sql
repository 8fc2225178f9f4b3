CREATE TABLE "unknown_senders" (
	"study_id" uuid NOT NULL,
	"ae_title" text NOT NULL,
	CONSTRAINT "unknown_senders_study_id_ae_title_pk" PRIMARY KEY("study_id","ae_title")
);
--> statement-breakpoint
ALTER TABLE "unknown_senders" ADD CONSTRAINT "unknown_senders_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unknown_senders_ae_title" ON "unknown_senders" USING btree ("ae_title");
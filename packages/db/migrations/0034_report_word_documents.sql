CREATE TABLE "report_word_documents" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_word_documents" ADD CONSTRAINT "report_word_documents_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;
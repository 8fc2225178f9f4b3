CREATE TABLE "study_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" uuid NOT NULL,
	"status" text NOT NULL,
	"is_emergency" boolean NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "studies_doctor_keys";--> statement-breakpoint
DROP INDEX "studies_search";--> statement-breakpoint
CREATE INDEX "study_totals_owner" ON "study_totals" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "studies_keys_and_search" ON "studies" USING gin ("doctor_keys","search_all" gin_trgm_ops,"search_name" gin_trgm_ops,"search_patient_id" gin_trgm_ops,"search_accession" gin_trgm_ops,"search_physician" gin_trgm_ops,"search_description" gin_trgm_ops) WITH (fastupdate=off);
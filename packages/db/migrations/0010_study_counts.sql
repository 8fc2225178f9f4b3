CREATE TABLE "study_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" uuid NOT NULL,
	"lab_id" uuid,
	"status" text NOT NULL,
	"modalities" text[] NOT NULL,
	"is_emergency" boolean NOT NULL,
	"mlc_case" boolean NOT NULL,
	"study_type" text,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "study_counts_owner" ON "study_counts" USING btree ("owner","lab_id");
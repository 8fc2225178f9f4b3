CREATE TABLE "modality_worklists" (
	"lab_id" uuid PRIMARY KEY NOT NULL,
	"called_ae_title" text NOT NULL,
	"allowed_addresses" text[] NOT NULL,
	"is_enabled" boolean NOT NULL,
	"last_asked_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "modality_worklists_called_ae_title_upper" CHECK ("modality_worklists"."called_ae_title" = upper("modality_worklists"."called_ae_title"))
);
--> statement-breakpoint
ALTER TABLE "modality_worklists" ADD CONSTRAINT "modality_worklists_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "modality_worklists_called_ae_title" ON "modality_worklists" USING btree ("called_ae_title");
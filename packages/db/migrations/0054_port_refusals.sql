CREATE TABLE "port_refusals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"port" text NOT NULL,
	"lab_id" uuid,
	"address" text NOT NULL,
	"ae_title" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "port_refusals_what" UNIQUE NULLS NOT DISTINCT("port","lab_id","address","ae_title","reason"),
	CONSTRAINT "port_refusals_port" CHECK ("port_refusals"."port" in ('dicom', 'hl7', 'worklist')),
	CONSTRAINT "port_refusals_reason" CHECK ("port_refusals"."reason" in ('silent', 'gave way', 'address full', 'port full', 'AE title full', 'not DICOM', 'archive down'))
);--> statement-breakpoint
ALTER TABLE "port_refusals" ADD CONSTRAINT "port_refusals_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "port_refusals_lab" ON "port_refusals" USING btree ("lab_id");

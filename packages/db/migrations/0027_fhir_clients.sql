CREATE TABLE "fhir_assertions" (
	"client_id" uuid NOT NULL,
	"assertion_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fhir_assertions_client_id_assertion_id_pk" PRIMARY KEY("client_id","assertion_id")
);
--> statement-breakpoint
CREATE TABLE "fhir_clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"name" text NOT NULL,
	"jwks" jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fhir_assertions" ADD CONSTRAINT "fhir_assertions_client_id_fhir_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."fhir_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fhir_clients" ADD CONSTRAINT "fhir_clients_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fhir_assertions_expires" ON "fhir_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fhir_clients_name" ON "fhir_clients" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "fhir_clients_lab" ON "fhir_clients" USING btree ("lab_id");
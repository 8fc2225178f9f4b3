CREATE TABLE "hl7_connections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_id" uuid NOT NULL,
	"name" text NOT NULL,
	"port" integer NOT NULL,
	"client_certificates" text,
	"allowed_addresses" text[] NOT NULL,
	"sending_facility" text,
	"charset" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"is_enabled" boolean DEFAULT false NOT NULL,
	"keep_days" integer DEFAULT 90 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hl7_connections_charset_known" CHECK ("hl7_connections"."charset" in ('UNICODE UTF-8', '8859/1', '8859/2', '8859/3', '8859/4', '8859/5', '8859/6', '8859/7', '8859/8', '8859/9', '8859/15', 'GB 18030-2000', 'KS X 1001', 'BIG-5', 'ISO IR87')),
	CONSTRAINT "hl7_connections_port_allowed" CHECK ("hl7_connections"."port" between 1024 and 65535),
	CONSTRAINT "hl7_connections_keep_days_allowed" CHECK ("hl7_connections"."keep_days" between 1 and 3650)
);
--> statement-breakpoint
CREATE TABLE "hl7_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"connection_id" uuid NOT NULL,
	"sending_application" text NOT NULL,
	"sending_facility" text NOT NULL,
	"control_id" text NOT NULL,
	"hash" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"faults" text[] DEFAULT '{}' NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"answers" text[] NOT NULL,
	"raw" "bytea",
	"patient_ids" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "hl7_messages_state_known" CHECK ("hl7_messages"."state" in ('applied', 'faulty', 'refused', 'waiting', 'failed')),
	CONSTRAINT "hl7_messages_flags_known" CHECK ("hl7_messages"."flags" <@ array['utf8InDisguise', 'reusedControlId']::text[])
);
--> statement-breakpoint
ALTER TABLE "hl7_connections" ADD CONSTRAINT "hl7_connections_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hl7_messages" ADD CONSTRAINT "hl7_messages_connection_id_hl7_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."hl7_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hl7_connections_lab" ON "hl7_connections" USING btree ("lab_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hl7_connections_port" ON "hl7_connections" USING btree ("port");--> statement-breakpoint
CREATE UNIQUE INDEX "hl7_connections_name" ON "hl7_connections" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "hl7_messages_sent" ON "hl7_messages" USING btree ("connection_id","control_id","sending_application","sending_facility","hash");--> statement-breakpoint
CREATE INDEX "hl7_messages_newest" ON "hl7_messages" USING btree ("connection_id","id");--> statement-breakpoint
CREATE INDEX "hl7_messages_received" ON "hl7_messages" USING btree ("connection_id","received_at");--> statement-breakpoint
CREATE INDEX "hl7_messages_patient_ids" ON "hl7_messages" USING gin ("patient_ids");
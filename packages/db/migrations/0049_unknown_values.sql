CREATE TABLE "hl7_unknown_values" (
	"connection_id" uuid NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hl7_unknown_values_connection_id_field_value_pk" PRIMARY KEY("connection_id","field","value"),
	CONSTRAINT "hl7_unknown_values_field_known" CHECK ("hl7_unknown_values"."field" in ('control', 'status', 'priority', 'modality', 'sex', 'birthDate', 'scheduledAt', 'studyInstanceUid', 'charset'))
);--> statement-breakpoint
ALTER TABLE "hl7_connections" DROP CONSTRAINT "hl7_connections_charset_known";--> statement-breakpoint
ALTER TABLE "hl7_messages" DROP CONSTRAINT "hl7_messages_flags_known";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unknown_values" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "hl7_unknown_values" ADD CONSTRAINT "hl7_unknown_values_connection_id_hl7_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."hl7_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hl7_connections" ADD CONSTRAINT "hl7_connections_charset_known" CHECK ("hl7_connections"."charset" in ('UNICODE UTF-8', '8859/1', '8859/2', '8859/3', '8859/4', '8859/5', '8859/6', '8859/7', '8859/8', '8859/9', '8859/15', 'GB 18030-2000', 'KS X 1001', 'BIG-5', 'ISO IR87', 'WINDOWS-1250', 'WINDOWS-1251'));--> statement-breakpoint
ALTER TABLE "hl7_messages" ADD CONSTRAINT "hl7_messages_flags_known" CHECK ("hl7_messages"."flags" <@ array['utf8InDisguise', 'notUtf8', 'reusedControlId', 'strayLines', 'segmentInText', 'unknownValues']::text[]) NOT VALID;

CREATE TABLE "dead_letters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"reason" text NOT NULL,
	"fingerprint" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_letters_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "dead_letters_source" CHECK ("dead_letters"."source" in ('outbox', 'job', 'live'))
);
--> statement-breakpoint
CREATE INDEX "dead_letters_last" ON "dead_letters" USING btree ("last_at");
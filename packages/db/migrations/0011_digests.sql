CREATE TABLE "digests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lab_ids" uuid[],
	"frequency" text NOT NULL,
	"send_at" text NOT NULL,
	"recipients" text[] NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "digests_next" ON "digests" USING btree ("next_at");
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failure" text,
	"objects" integer DEFAULT 0 NOT NULL,
	"studies" integer DEFAULT 0 NOT NULL,
	"instances" bigint DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"unreadable" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backups_finished" ON "backups" USING btree ("finished_at");
CREATE TABLE "programs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"environment" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"folder" text PRIMARY KEY NOT NULL,
	"files" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

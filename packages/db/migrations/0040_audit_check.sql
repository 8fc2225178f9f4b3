CREATE TABLE "audit_check" (
	"id" integer PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"entries" bigint DEFAULT 0 NOT NULL,
	"head_seq" bigint DEFAULT 0 NOT NULL,
	"head_hash" text DEFAULT '' NOT NULL,
	"fault" text,
	"faulty_entry" bigint
);

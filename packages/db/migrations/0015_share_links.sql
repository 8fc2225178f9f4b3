CREATE TABLE "share_grants" (
	"hash" text PRIMARY KEY NOT NULL,
	"share_link_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"hash" text NOT NULL,
	"study_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"access_count" integer DEFAULT 0 NOT NULL,
	"last_access_at" timestamp (3) with time zone,
	CONSTRAINT "share_links_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "share_grants" ADD CONSTRAINT "share_grants_share_link_id_share_links_id_fk" FOREIGN KEY ("share_link_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_grants_share_link" ON "share_grants" USING btree ("share_link_id");--> statement-breakpoint
CREATE INDEX "share_links_study" ON "share_links" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "share_links_created_by" ON "share_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "share_links_expires" ON "share_links" USING btree ("expires_at");
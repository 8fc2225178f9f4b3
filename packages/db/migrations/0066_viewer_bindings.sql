CREATE TABLE "viewer_bindings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bindings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
ALTER TABLE "viewer_bindings" ADD CONSTRAINT "viewer_bindings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

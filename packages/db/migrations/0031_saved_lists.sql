CREATE TABLE "default_lists" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_lists" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_id" uuid NOT NULL,
	"given_to" text,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_lists_given_role" CHECK ("saved_lists"."given_to" in ('admin', 'lab_staff', 'doctor_account'))
);
--> statement-breakpoint
ALTER TABLE "default_lists" ADD CONSTRAINT "default_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "default_lists" ADD CONSTRAINT "default_lists_list_id_saved_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."saved_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_lists" ADD CONSTRAINT "saved_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "default_lists_list" ON "default_lists" USING btree ("list_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_lists_name" ON "saved_lists" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_lists_given_to" ON "saved_lists" USING btree ("given_to") WHERE "saved_lists"."given_to" is not null;
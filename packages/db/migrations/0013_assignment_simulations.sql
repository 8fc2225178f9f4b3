CREATE TABLE "assignment_simulations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"days" integer NOT NULL,
	"lab_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	CONSTRAINT "assignment_simulations_state" CHECK ("assignment_simulations"."state" in ('waiting', 'running', 'done', 'failed')),
	CONSTRAINT "assignment_simulations_result" CHECK (("assignment_simulations"."state" = 'done') = ("assignment_simulations"."result" is not null))
);
--> statement-breakpoint
ALTER TABLE "assignment_simulations" ADD CONSTRAINT "assignment_simulations_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_simulations" ADD CONSTRAINT "assignment_simulations_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_simulations_requested" ON "assignment_simulations" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "assignment_simulations_requested_by" ON "assignment_simulations" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "assignment_simulations_lab" ON "assignment_simulations" USING btree ("lab_id");
CREATE TABLE "escalation_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"escalation_id" uuid NOT NULL,
	"way" text NOT NULL,
	"user_id" uuid,
	"address" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "escalation_messages_way" CHECK ("escalation_messages"."way" in ('live', 'email')),
	CONSTRAINT "escalation_messages_receiver" CHECK (("escalation_messages"."user_id" is null) <> ("escalation_messages"."address" is null))
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"study_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"passed_over" boolean NOT NULL,
	"mail_at" timestamp (3) with time zone,
	CONSTRAINT "escalations_once" UNIQUE("study_id","cycle","step"),
	CONSTRAINT "escalations_step" CHECK ("escalations"."step" in ('warning', 'unopened', 'deadline', 'overdue'))
);
--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "quiet_to" text;--> statement-breakpoint
ALTER TABLE "labs" ADD COLUMN "escalation_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "stat_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "escalated_steps" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "studies" ADD COLUMN "escalate_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "escalation_messages" ADD CONSTRAINT "escalation_messages_escalation_id_escalations_id_fk" FOREIGN KEY ("escalation_id") REFERENCES "public"."escalations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_messages" ADD CONSTRAINT "escalation_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "escalation_messages_escalation" ON "escalation_messages" USING btree ("escalation_id");--> statement-breakpoint
CREATE INDEX "escalation_messages_user" ON "escalation_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "escalations_mail" ON "escalations" USING btree ("mail_at") WHERE "escalations"."mail_at" is not null;--> statement-breakpoint
ALTER TABLE "labs" ADD CONSTRAINT "labs_quiet_hours" CHECK (num_nulls("labs"."quiet_from", "labs"."quiet_to") <> 1 and "labs"."quiet_from" <> "labs"."quiet_to");
CREATE TABLE "reading_asides" (
	"user_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"put_aside_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_asides_user_id_study_id_pk" PRIMARY KEY("user_id","study_id")
);
--> statement-breakpoint
CREATE TABLE "window_grants" (
	"hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"study_id" uuid NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "window_grants_hash_study_id_pk" PRIMARY KEY("hash","study_id")
);
--> statement-breakpoint
ALTER TABLE "reading_asides" ADD CONSTRAINT "reading_asides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_asides" ADD CONSTRAINT "reading_asides_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_grants" ADD CONSTRAINT "window_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "window_grants" ADD CONSTRAINT "window_grants_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_asides_study" ON "reading_asides" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "window_grants_session" ON "window_grants" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "window_grants_study" ON "window_grants" USING btree ("study_id");
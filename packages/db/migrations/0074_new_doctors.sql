ALTER TABLE "doctors" ADD COLUMN "reads_chosen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_signed_in_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Doctors and accounts of the version before are not new.
update doctors set reads_chosen_at = created_at;--> statement-breakpoint
update users set first_signed_in_at = created_at;

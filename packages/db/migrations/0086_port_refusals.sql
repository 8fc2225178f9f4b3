ALTER TABLE "port_refusals" DROP CONSTRAINT "port_refusals_reason";--> statement-breakpoint
ALTER TABLE "port_refusals" ADD COLUMN "first_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "port_refusals" ADD CONSTRAINT "port_refusals_reason" CHECK ("port_refusals"."reason" in ('silent', 'gave way', 'address full', 'port full', 'AE title full', 'not DICOM', 'archive down', 'not allowed', 'no answer'));

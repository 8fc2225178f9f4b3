ALTER TABLE "port_refusals" DROP CONSTRAINT "port_refusals_port";--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "ports" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "port_refusals" ADD CONSTRAINT "port_refusals_port" CHECK ("port_refusals"."port" in ('dicom', 'hl7', 'worklist', 'archive'));

ALTER TABLE "hl7_messages" DROP CONSTRAINT "hl7_messages_flags_known";--> statement-breakpoint
ALTER TABLE "hl7_messages" ADD CONSTRAINT "hl7_messages_flags_known" CHECK ("hl7_messages"."flags" <@ array['utf8InDisguise', 'reusedControlId', 'strayLines', 'segmentInText', 'unknownValues']::text[]) NOT VALID;

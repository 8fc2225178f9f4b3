ALTER TABLE "hl7_messages" VALIDATE CONSTRAINT "hl7_messages_flags_known";

ALTER TABLE "escalations" VALIDATE CONSTRAINT "escalations_step";

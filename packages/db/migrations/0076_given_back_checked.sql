ALTER TABLE "assignment_refusals" VALIDATE CONSTRAINT "assignment_refusals_cause";

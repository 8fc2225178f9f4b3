ALTER TABLE "studies" ADD COLUMN "misplaced_doctor_id" uuid;

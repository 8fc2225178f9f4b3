ALTER TABLE "assignment_simulations" ADD COLUMN "changes" jsonb;

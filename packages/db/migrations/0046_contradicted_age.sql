ALTER TABLE "studies" ADD COLUMN "contradicted_age" text;

ALTER TABLE "doctors" ADD COLUMN "person_name" text;

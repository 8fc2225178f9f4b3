ALTER TABLE "labs" ADD COLUMN "display_rules" jsonb DEFAULT '[]'::jsonb NOT NULL;

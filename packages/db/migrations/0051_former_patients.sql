ALTER TABLE "orders" ADD COLUMN "former_patients" jsonb DEFAULT '[]'::jsonb NOT NULL;

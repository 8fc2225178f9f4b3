ALTER TABLE "drawing_failures" ADD COLUMN "checksum" text;

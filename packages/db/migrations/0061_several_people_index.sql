CREATE INDEX CONCURRENTLY IF NOT EXISTS "studies_several_people" ON "studies" USING btree ("several_people_at","id") WHERE "studies"."several_people_at" is not null;

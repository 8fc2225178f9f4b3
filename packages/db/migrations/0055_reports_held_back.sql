CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_held_back" ON "reports" USING btree ("recallable_until") WHERE "reports"."released_at" is null and "reports"."withdrawn_at" is null;

create index concurrently if not exists "studies_paused" ON "studies" USING btree ("paused_until") WHERE "studies"."paused_until" is not null;

-- in batches
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_at" ON "audit_log" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_actor_at" ON "audit_log" USING btree ("actor_user_id","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_actor_action" ON "audit_log" USING btree ("actor_user_id","action","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_action" ON "audit_log" USING btree ("action","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_target_at" ON "audit_log" USING btree ("target_type","target_id","at","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_actor";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_target";

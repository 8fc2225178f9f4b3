CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_object" ON "documents" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "report_word_documents_object" ON "report_word_documents" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_object" ON "reports" USING btree ("object_key");

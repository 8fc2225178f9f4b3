ALTER INDEX "studies_search" SET (fastupdate = on, gin_pending_list_limit = 1024);--> statement-breakpoint
ALTER INDEX "studies_unfinished_search" SET (fastupdate = on, gin_pending_list_limit = 1024);

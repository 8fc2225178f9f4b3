-- What 0035 left unchecked, beside readers and writers.
alter table "reports" validate constraint "reports_version_id_report_versions_id_fk";
--> statement-breakpoint
create unique index concurrently if not exists "reports_version_id" on "reports" using btree ("version_id");
--> statement-breakpoint
alter table "reports" validate constraint "reports_uploaded_stored";

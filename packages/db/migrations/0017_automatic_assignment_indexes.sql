create index concurrently if not exists "assignments_dealt" ON "assignments" USING btree ("doctor_id","study_id") WHERE "assignments"."dealt_by" is not null and "assignments"."unassigned_at" is null;
--> statement-breakpoint
create index concurrently if not exists "studies_to_deal" ON "studies" USING btree ("lab_id",(case
  when case_type = 'emergency' or priority = 'EMERGENCY' then 0
  when case_type = 'stat' or priority = 'STAT' then 1
  when case_type = 'urgent' or priority = 'URGENT' then 2
  when priority = 'HIGH' then 3
  else 4 end),"due_at","id") WHERE "studies"."doctor_ids" = '{}' and "studies"."status" = 'pending_assignment' and "studies"."reported_at" is null and "studies"."settled_at" is not null;

ALTER TABLE "studies" ADD COLUMN "first_assigned_at" timestamp (3) with time zone;--> statement-breakpoint
-- Where nothing was reset, the present cycle is the first; otherwise the history knows.
update studies s set first_assigned_at = case when s.cycle = 1 then s.assigned_at
  else coalesce((select min(e.at) from study_events e where e.study_id = s.id and e.event = 'assigned'), s.assigned_at) end
where s.assigned_at is not null or s.cycle > 1;--> statement-breakpoint
CREATE INDEX "studies_first_assigned" ON "studies" USING btree (coalesce(first_assigned_at, '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "studies_turnaround" ON "studies" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"first_assigned_at","reported_at","reported_by_doctor_id","lab_id","study_date");

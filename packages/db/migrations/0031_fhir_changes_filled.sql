-- in batches
insert into fhir_study_changes (study_id, lab_id, images_at, report_at)
select s.id, s.lab_id, s.updated_at, (
  select max(greatest(r.released_at, r.uploaded_at, r.withdrawn_at)) from reports r
  where r.study_id = s.id and r.released_at is not null and (r.status = 'finalized' or r.version_id is not null))
from studies s where not exists (select from fhir_study_changes known where known.study_id = s.id) limit 5000
on conflict do nothing;
--> statement-breakpoint
-- in batches
insert into fhir_order_changes (order_id, lab_id, changed_at)
select o.id, o.lab_id, o.updated_at from orders o
where not exists (select from fhir_order_changes known where known.order_id = o.id) limit 5000
on conflict do nothing;
--> statement-breakpoint
-- in batches
insert into fhir_patient_changes (patient_row_id, lab_id, changed_at)
select p.id, p.lab_id, greatest(p.updated_at, (select max(s.updated_at) from studies s where s.patient_row_id = p.id)) from patients p
where not exists (select from fhir_patient_changes known where known.patient_row_id = p.id) limit 5000
on conflict do nothing;

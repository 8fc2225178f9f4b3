/** A hundred thousand studies over fifty laboratories, in the states that a running clinic has: most are delivered, a few hundred wait. */
export const fillDatabase = `
insert into labs (name, identifier) select 'Laboratory ' || n, 'LAB' || n from generate_series(1, 50) n;
insert into users (email, username, full_name, role, password_hash)
  select 'doctor' || n || '@readroom.example', 'doctor' || n, 'Doctor ' || n, 'doctor_account', 'none' from generate_series(1, 60) n;
insert into doctors (user_id, specialization) select id, 'Radiology' from users where role = 'doctor_account';
insert into patients (lab_id, patient_id, full_name)
  select (select id from labs order by identifier offset (n % 50) limit 1), 'P' || n, 'Family' || (n % 5000) || ' Given' || n
  from generate_series(1, 40000) n;
with numbered as (select id, lab_id, patient_id, full_name, row_number() over () as n from patients)
insert into studies (orthanc_id, study_instance_uid, lab_id, patient_row_id, patient_id, patient_name, patient_sex, patient_age, accession_number,
    description, modalities, referring_physician, study_date, series_count, image_count, status, received_at, last_image_at, settled_at, generation)
  select regexp_replace(md5(s::text) || substr(md5(s::text), 1, 8), '(.{8})(?=.)', '\\1-', 'g'),
    '2.25.' || s, p.lab_id, p.id, p.patient_id, p.full_name, case when s % 2 = 0 then 'F' else 'M' end, (s % 90) || 'Y', 'A' || s,
    'CT Chest with contrast, series ' || s % 40, array['CT'], 'Referrer ' || s % 300, current_date - (s / 300), 1 + s % 9, 1 + s % 400,
    (case when s < 300 then 'pending_assignment' when s < 900 then 'assigned_to_doctor' when s < 1200 then 'report_drafted'
      when s % 10 = 0 then 'report_finalized' else 'final_report_downloaded' end),
    now() - make_interval(secs => s * 60), now(), now(), 1
  from generate_series(1, 100000) s join numbered p on p.n = 1 + s % 40000;
insert into assignments (study_id, doctor_id, priority, assigned_by)
  select s.id, d.id, 'NORMAL', d.user_id from (select id, row_number() over () as n from studies where status <> 'pending_assignment') s
  join (select id, user_id, row_number() over () as n from doctors) d on d.n = 1 + s.n % 60;
vacuum analyze`

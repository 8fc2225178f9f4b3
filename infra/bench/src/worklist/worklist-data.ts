/** The distribution of studies in time, and the amount of data for each. */
type Shape = {
  /** Seconds from one study to the next. */
  secondsApart: number
  patients: number
  /** The newest so many studies: some of them wait or are being read, all older ones are delivered. */
  openAmong: number
  /** Days whose studies have what a page shows beside the study itself. */
  detailedDays: number
}

/** Makes so many studies of four years. */
export const fourYears = (count: number): string[] =>
  fillStatements(count, { secondsApart: 126_000_000 / count, patients: 300_000, openAmong: count, detailedDays: 90 })

/**
 * Makes so many studies of the same laboratories, 250,000 a year: the more studies, the more years. Every study keeps its events, series and report, and
 * what is still to be read is of the last half year.
 */
export const growingYears = (count: number): string[] =>
  fillStatements(count, { secondsApart: 126, patients: Math.ceil(count * 0.3), openAmong: 100_000, detailedDays: 36_500 })

/**
 * Statements that make studies of 200 laboratories and 300 doctors, skewed as in real life: the busiest laboratory and the busiest
 * doctor have some nine of a hundred; nearly everything is delivered, some thousands wait or are being read. Names are made of syllables, so that
 * fragments of three letters are as common as in real ones. Reports come between one hour and forty-one after the upload, half of them within
 * six. Every run makes the same data.
 */
const fillStatements = (count: number, shape: Shape): string[] => [
  'select setseed(0.42)',
  // The sums that `programs/worklist_counts.sql` keeps are made in one go at the end.
  'alter table studies disable trigger user',
  // This trigger writes the names that searches and sorting read.
  'alter table studies enable trigger studies_shown',
  `insert into labs (name, identifier) select 'Laboratory ' || n, 'LAB' || n from generate_series(1, 200) n`,
  `insert into users (email, username, full_name, role, password_hash)
    select 'doctor' || n || '@readroom.example', 'doctor' || n, 'Doctor ' || n, 'doctor_account', 'none' from generate_series(1, 300) n`,
  `insert into doctors (user_id, specialization, reads_chosen_at) select id, 'Radiology', now() from users where role = 'doctor_account'`,
  `update users set first_signed_in_at = now()`,
  `create temporary table bench_lab as select id, row_number() over (order by length(identifier), identifier) - 1 as n from labs`,
  `create temporary table bench_doctor as select d.id, d.user_id, row_number() over (order by length(u.username), u.username) - 1 as n
    from doctors d join users u on u.id = d.user_id`,
  `create temporary table bench_name as
    with syllable as (select string_to_array('ka mer lin so han ber dor vi tan el ros mi gar sen pu wal ti nov ak ya jo li ster man be ra chu fi zo lev ni dal qui hu or pet bal cas dre fon gus hil iva jen kor lam mon nar ols pri que rud sam tor ulf ven wil xan yor zel abr bru cle dim esh fra gre hol isk jar kla lud mag nel osk par qas ril sho tre umb vas wen yun zam cor dav erl fel gil hed ing jos kem lor mud nik ott pol ral sib tam uri vol wes yas ziv bor cha dun eva fis', ' ') as s)
    select n, initcap(s[1 + floor(array_length(s, 1) * random())::int] || s[1 + floor(array_length(s, 1) * random())::int] || s[1 + floor(array_length(s, 1) * random())::int]) as family,
      initcap(s[1 + floor(array_length(s, 1) * random())::int] || s[1 + floor(array_length(s, 1) * random())::int]) as given
    from syllable, generate_series(0, 49999) n`,
  `create temporary table bench_patient as
    select n, uuidv7() as id, floor(200 * power(random(), 2.2))::int as lab, floor(50000 * random())::int as family, floor(50000 * random())::int as given
    from generate_series(0, ${shape.patients - 1}) n`,
  `insert into patients (id, lab_id, patient_id)
    select p.id, l.id, 'P' || (100000 + p.n) from bench_patient p join bench_lab l on l.n = p.lab`,
  `create temporary table bench_study as
    select s, floor(${shape.patients} * random())::int as patient,
      greatest(random(), case when s > ${shape.openAmong} then 0.1 else 0 end) as r, random() as q, floor(300 * power(random(), 2.2))::int as doctor,
      now() - make_interval(secs => s * ${shape.secondsApart} * (0.9 + 0.2 * random())) as received_at
    from generate_series(1, ${count}) s`,
  `insert into studies (orthanc_id, study_instance_uid, lab_id, patient_row_id, dicom_patient_id, dicom_patient_name, dicom_patient_sex, dicom_patient_age, dicom_accession_number,
      dicom_description, modalities, dicom_referring_physician, study_date, series_count, image_count, status, priority, case_type, mlc_case, study_type,
      clinical_history, received_at, last_image_at, settled_at, ready_at, due_at, warn_at, generation, assigned_at, first_assigned_at,
      reported_at, reported_by_doctor_id, doctor_ids)
    select regexp_replace(md5(s::text) || substr(md5(s::text), 1, 8), '(.{8})(?=.)', '\\1-', 'g'), '2.25.' || s, p.lab_id, p.id, p.patient_id, pf.family || ' ' || pg.given,
      case when s % 2 = 0 then 'F' else 'M' end, (s % 90) || 'Y', 'A' || (7000000 + s),
      (array['CT chest with contrast','CT head','MR brain T1 and T2','XR chest PA','US abdomen','MG screening','XR hand left','CT abdomen and pelvis'])[1 + floor(8 * q)::int],
      string_to_array((array['CT','CT SR','MR','CR','US','MG','DX','CT'])[1 + floor(8 * q)::int], ' '),
      f.family || ' ' || f.given, received_at::date, 1 + s % 9, 1 + s % 400,
      case when r < 0.002 or s < 400 then 'pending_assignment' when r < 0.006 or s < 1200 then 'assigned_to_doctor' when r < 0.008 then 'report_drafted'
        when r < 0.1 then 'report_finalized' else 'final_report_downloaded' end,
      case when q < 0.01 then 'URGENT' else 'NORMAL' end, case when r > 0.99 then 'emergency' else 'routine' end, r > 0.5 and r < 0.503,
      case when q > 0.97 then 'screening' end, case when s % 3 = 0 then 'Pain since the day before, fever' else '' end,
      received_at, received_at, received_at, received_at, received_at + case when q < 0.01 then interval '4 hours' else interval '1 day' end,
      received_at + case when q < 0.01 then interval '3 hours' else interval '18 hours' end,
      1, assigned.at, assigned.at,
      case when r >= 0.008 and s >= 1200 then received_at + interval '1 hour' + power((s % 10007 * 7919 % 10007) / 10007.0, 3) * interval '40 hours' end, case when r >= 0.008 and s >= 1200 then d.id end,
      case when r < 0.002 or s < 400 then '{}' else array[d.id] end
    from bench_study s join bench_patient bp on bp.n = s.patient join patients p on p.id = bp.id join bench_name pf on pf.n = bp.family
      join bench_name pg on pg.n = bp.given join bench_name f on f.n = s.s % 900
      join bench_doctor d on d.n = s.doctor
      cross join lateral (select case when r < 0.002 or s < 400 then null else received_at + interval '1 hour' end as at) assigned
    order by s.received_at`,
  // The studies know their doctors already.
  'alter table assignments disable trigger assignments_doctor_ids',
  `insert into assignments (study_id, doctor_id, priority, assigned_by, assigned_at)
    select st.id, d.id, 'NORMAL', d.user_id, st.received_at + interval '1 hour'
    from bench_study s join studies st on st.study_instance_uid = '2.25.' || s.s join bench_doctor d on d.n = s.doctor
    where st.status <> 'pending_assignment'`,
  // The rows of a page also show data beside the study itself.
  `create temporary table bench_recent as select st.id, st.generation, st.received_at, st.status, d.id as doctor, d.user_id
    from studies st join bench_study s on st.study_instance_uid = '2.25.' || s.s join bench_doctor d on d.n = s.doctor
    where st.received_at > now() - interval '${shape.detailedDays} days'`,
  // Nobody has a page yet that would have to hear of them.
  'set session_replication_role = replica',
  `insert into series (study_id, orthanc_id, series_instance_uid, modality, image_count)
    select id, regexp_replace(md5(id::text || n) || substr(md5(id::text), 1, 8), '(.{8})(?=.)', '\\1-', 'g'), '2.25.' || ('x' || substr(md5(id::text || n), 1, 15))::bit(60)::bigint, 'CT', 100
    from bench_recent, generate_series(1, 2) n`,
  `insert into zips (study_id, generation, state, object_key, size_bytes, created_at, completed_at, expires_at)
    select id, generation, 'completed', 'zips/' || id, 40000000, received_at, received_at, now() + interval '30 days' from bench_recent
    where received_at > now() - interval '90 days'`,
  `insert into study_events (study_id, event, from_status, to_status, actor_user_id, at)
    select id, event, 'assigned_to_doctor', 'doctor_opened_report', user_id, received_at + interval '2 hours'
    from bench_recent, unnest(array['received', 'settled', 'assigned', 'opened']) event where status not in ('pending_assignment', 'assigned_to_doctor')`,
  `insert into reports (study_id, doctor_id, version, status, file_name, content_type, size_bytes, sha256, object_key, uploaded_by, uploaded_at)
    select id, doctor, 1, 'finalized', 'report.pdf', 'application/pdf', 90000, md5(id::text), 'reports/' || id, user_id, received_at + interval '5 hours'
    from bench_recent where status in ('report_finalized', 'final_report_downloaded')`,
  `insert into study_discussions (study_id, author_id, comment)
    select id, user_id, 'Please compare with the earlier examination' from bench_recent where id::text like '%0'`,
  'set session_replication_role = origin',
  'alter table studies enable trigger user',
  `insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
    select owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, count(*)
    from studies, unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, doctor_ids)) owner group by 1, 2, 3, 4, 5, 6, 7`,
  `insert into study_kind_totals (owner, status, modalities, is_emergency, mlc_case, study_type, n)
    select owner, status, modalities, is_emergency, mlc_case, study_type, sum(n) from study_counts group by 1, 2, 3, 4, 5, 6`,
  `insert into study_totals (owner, status, is_emergency, n)
    select owner, status, is_emergency, sum(n) from study_counts group by 1, 2, 3 union all
    select lab_id, status, is_emergency, sum(n) from study_counts where owner = '00000000-0000-0000-0000-000000000000' group by 1, 2, 3`,
  'alter table assignments enable trigger assignments_doctor_ids',
]

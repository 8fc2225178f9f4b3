import { createHash } from 'node:crypto'
import type { Role } from '@readroom/contracts/core/permissions'
import { openOrderStates } from '@readroom/contracts/orders/orders'
import { WorklistRow } from '@readroom/contracts/studies/studies'
import { type StudyCategory, statusTable, studyCategories, studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Actor, Caller } from '../core/actor.ts'
import { type Db, plannedOnce } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { zips } from '../images/zips.schema.ts'
import { orderMatches, orders } from '../orders/orders.schema.ts'
import { documents } from '../patients/documents.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { downloads, reports, standingReports } from '../reports/reports.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studyDiscussions } from '../studies/discussions/discussions.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { studyEventLog } from '../studies/study-events.schema.ts'
import { availableReports, type Expression, marksFor, readBy } from '../studies/study-marks.ts'
import { visibleStudies, visibleToRole } from '../studies/visibility.ts'

const historyShown = sql.raw('300')
const bytesPerMB = sql.raw('1000000')

const instant = (value: SQL) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const statusesOf = (category: StudyCategory) => studyStatuses.filter((status) => statusTable[status].category === category)

const category = sql.join(
  studyCategories.map((name) => sql`when status in (${literals(statusesOf(name))}) then ${literals([name])}`),
  sql` `,
)

/** The indication of a study's order, for a study without a history of its own. */
const orderedHistory = sql`(select 'From the order: ' || string_agg(o.indication, E'\\n' order by o.id)
      from ${orderMatches} m join ${orders} o on o.id = m.order_id where m.study_id = studies.id and m.ended_at is null
      and o.lab_id = studies.lab_id and lab_conflict_at is null and o.state in (${literals(openOrderStates)}) and o.indication is not null)`

/** Its signer can no longer recall it. */
const isReleased = sql`f.is_released`

/** The caller of the rows. */
export type Reader = Caller & Pick<Actor, 'userId'>

/** The newest finished report of a study, or none; `condition`: of those that it is true of. */
const newestFinished = (
  studyId: SQL,
  condition = sql`true`,
) => sql`(select f.id, f.study_id, f.version, f.version_id from ${standingReports} f
      where f.study_id = ${studyId} and f.is_final and ${condition}
      order by f.version desc limit 1)`

/** The accounts that took an earlier report of a study, and not its newest. A subquery, as others: more joins than eight, and PostgreSQL reads every study. */
const outdated = sql`(select json_agg(distinct d.user_id) from ${newestFinished(sql`wanted.study_id`, isReleased)} r
      join ${reports} o on o.study_id = r.study_id and o.version < r.version and o.status = 'finalized'
      join ${downloads} d on d.report_id = o.id
      where not exists (select 1 from ${downloads} t where t.report_id = r.id and t.user_id = d.user_id))`

/** The expression for each field in the statement below. A field that only the contract or only this table has does not compile. */
const expressions: Record<keyof WorklistRow, Expression> = {
  _id: sql`studies.id`,
  studyInstanceUID: sql`study_instance_uid`,
  orthancStudyID: sql`orthanc_id`,
  patientId: sql`patient_id`,
  patientName: sql`patient_name`,
  patientAge: sql`patient_age`,
  gender: sql`patient_sex`,
  ageGender: sql`case when coalesce(patient_age, '') = '' and patient_sex is null then 'N/A'
      else coalesce(nullif(patient_age, ''), 'N/A') || ' / ' || coalesce(patient_sex, 'N/A') end`,
  description: sql`description`,
  modality: sql`nullif(array_to_string(modalities, ', '), '')`,
  modalitiesInStudy: sql`modalities`,
  series: sql`series_count || '/' || image_count`,
  numberOfSeries: sql`series_count`,
  numberOfImages: sql`image_count`,
  location: sql`lab.name`,
  locationId: sql`lab_id`,
  studyDate: sql`study_date`,
  studyDateTime: sql`study_date || coalesce('T' || "left"(study_time, 8), '')`,
  uploadDateTime: instant(sql`received_at`),
  dueAt: instant(sql`due_at`),
  warnAt: instant(sql`warn_at`),
  pause: sql`case when paused_at is not null then json_build_object('reason', pause_reason, 'since', ${instant(sql`paused_at`)},
      'until', ${instant(sql`paused_until`)}) end`,
  reportedDate: instant(sql`reported_at`),
  reportedBy: sql`reporter.full_name`,
  referringPhysicianName: sql`referring_physician`,
  accessionNumber: sql`accession_number`,
  workflowStatus: sql`status`,
  currentCategory: sql`case ${category} end`,
  priority: sql`priority`,
  caseType: sql`case_type`,
  mlcCase: sql`mlc_case`,
  studyType: sql`study_type`,
  caseFlags: sql`case_flags`,
  markNotes: sql`mark_notes`,
  documents: sql`(select count(*) from ${documents} doc where doc.patient_row_id = studies.patient_row_id and doc.deleted_at is null)`,
  clinicalHistory: sql`"left"(coalesce(nullif(btrim(clinical_history), ''), ${orderedHistory}, ''), ${historyShown})`,
  seenBy: sql`seen.full_name`,
  assignedDoctorName: sql`assigned.names`,
  doctorAssignments: sql`coalesce(assigned.doctors, '[]')`,
  ReportAvailable: (role) => sql`exists (select 1 from ${availableReports[role]} and r.study_id = studies.id)`,
  // Whom it was corrected for is read beside the rows: they are the same for all who see the same studies.
  finishedReport: (role) => sql`(select json_build_object('reportId', r.id, 'isSigned', r.version_id is not null,
      'kind', (select v.kind from ${reportVersions} v where v.id = r.version_id), 'isCorrectedSince', false)
      from ${newestFinished(sql`studies.id`, role === 'lab_staff' ? isReleased : undefined)} r)`,
  discussions: sql`(select count(*) from ${studyDiscussions} c where c.study_id = studies.id)`,
  flags: (role) => sql`array_remove(array[${marksFor(role)}], null)`,
  downloadOptions: sql`json_build_object('hasR2Zip', coalesce(zip.state = 'completed', false),
      'zipStatus', coalesce(nullif(zip.state, 'superseded'), 'none'),
      'fileSizeMB', case when zip.state in ('completed', 'expired') then zip.size_bytes::float8 / ${bytesPerMB} end)`,
}

const selected = (role: Role): SQL =>
  sql.join(
    Object.entries(expressions).map(([field, expression]) => sql`${readBy(expression, role)} as ${sql.identifier(field)}`),
    sql`, `,
  )

/**
 * The statement of the rows of `wanted`, which has each study's id and its place; of those only that are visible. `outdated`: of the studies whose
 * newest finished report somebody has not taken who took an earlier one, who that is.
 */
const rowsOf = (role: Role, wanted: SQL, visible: SQL) => sql`
  select coalesce('[' || string_agg(row_to_json(shown)::text, ',' order by place) || ']', '[]') as json,
    coalesce(json_agg(json_build_object('studyId', study_id, 'userIds', users)) filter (where users is not null), '[]') as outdated
  from (select study_id, place, ${outdated} as users from ${wanted} as wanted (study_id, place)) wanted
  cross join lateral (
    select ${selected(role)}
    from ${studies}
    left join ${labs} lab on lab.id = studies.lab_id
    left join ${doctors} rd on rd.id = studies.reported_by_doctor_id
    left join ${users} reporter on reporter.id = rd.user_id
    left join lateral (
      select z.state, z.size_bytes from ${zips} z
      where z.study_id = studies.id and z.generation = studies.generation order by z.created_at desc limit 1) zip on true
    left join lateral (
      select u.full_name from ${studyEventLog} e join ${users} u on u.id = e.actor_user_id
      where e.study_id = studies.id and e.event = 'opened' order by e.at desc limit 1) seen on true
    left join lateral (
      select string_agg(u.full_name, ', ' order by a.assigned_at, a.id) as names,
        json_agg(json_build_object('doctorId', d.id, 'doctorDetails', json_build_object('_id', d.id, 'fullName', u.full_name,
          'specialization', d.specialization, 'isActive', u.is_active and d.is_active_profile),
          'assignedAt', ${instant(sql`a.assigned_at`)}) order by a.assigned_at, a.id) as doctors
      from ${assignments} a join ${doctors} d on d.id = a.doctor_id join ${users} u on u.id = d.user_id
      where a.study_id = studies.id and a.unassigned_at is null) assigned on true
    where studies.id = wanted.study_id and ${visible}) shown`

/** Reads the rows and finds their page in one statement. `pnpm bench` compares with it. */
export const rowsOfPage = (caller: Caller, page: SQL): SQL => rowsOf(caller.role, sql`(${page})`, visibleStudies(caller))

/** One statement per role, built once and planned once for each connection: all of it are lookups by id, whatever the values. */
const statementOf = (role: Role) => {
  const wanted = sql`unnest(${sql.placeholder('ids')}::uuid[]) with ordinality`
  return plannedOnce(`worklist_rows_${role}`, rowsOf(role, wanted, visibleToRole(role)))
}

const statements = {
  admin: statementOf('admin'),
  lab_staff: statementOf('lab_staff'),
  doctor_account: statementOf('doctor_account'),
} satisfies Record<Role, unknown>

/** Another one if a row would be written otherwise: of each version of the program. */
export const rowsShape: string = createHash('sha256')
  .update(new PgDialect().sqlToQuery(rowsOf('admin', sql`wanted`, sql`true`)).sql)
  .digest('base64url')

/** Rows as the JSON of an array, the same for all who see the same, and who of them is to be told that a report was corrected (`rowsFor`). */
export type SharedRows = { json: string; outdated: { studyId: string; userIds: string[] }[] }

const Answer = z.tuple([
  z.object({ json: z.string(), outdated: z.array(z.object({ studyId: z.string(), userIds: z.array(z.string()) })) }),
])
const Rows = z.array(WorklistRow)

/**
 * The rows of chosen studies, in the order of the ids; of those only that the caller sees. The database writes what a caller reads: a list of a
 * thousand is not parsed, checked and written again on its way (docs/decisions/worklist/worklist-queries.md).
 */
export async function readSharedRows(db: Db, { role, labId, doctorId }: Caller, ids: readonly string[]): Promise<SharedRows> {
  const [rows] = Answer.parse(await statements[role](db, { ids, labId, doctorId }))
  return rows
}

/** The JSON of shared rows as one user is shown them. Only who has an outdated report has it written anew. */
export function rowsFor({ json, outdated }: SharedRows, userId: string): string {
  const mine = new Set(outdated.flatMap(({ studyId, userIds }) => (userIds.includes(userId) ? [studyId] : [])))
  if (mine.size === 0) return json
  const rows = Rows.parse(JSON.parse(json))
  for (const { _id, finishedReport } of rows) if (finishedReport) finishedReport.isCorrectedSince = mine.has(_id)
  return JSON.stringify(rows)
}

/** Returns the rows of chosen studies, parsed. */
export async function readRows(db: Db, caller: Reader, ids: readonly string[]): Promise<WorklistRow[]> {
  return Rows.parse(JSON.parse(rowsFor(await readSharedRows(db, caller, ids), caller.userId)))
}

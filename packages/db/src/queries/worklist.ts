import type { Sort, StudyFilters } from '@readroom/contracts/study-filters'
import { type Tab, tabOf } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { studyDiscussions } from '../schema/discussions.ts'
import { assignments, reports, sortKeyOf, studies, studyEventLog, studyZips } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { readStatusCounts, statusCounts } from './study-counts.ts'
import {
  type Clock,
  countedConditions,
  filterConditions,
  type ReadyFilters,
  readyFilters,
  type Viewer,
} from './worklist-filters.ts'
import { type WorklistRecord, WorklistRecords } from './worklist-record.ts'

/** The last row of a page: where the next one goes on. `value` is what the sort compares, as PostgreSQL writes it. */
export type WorklistPosition = { value: string; id: string }

/** `studyIds`: of these studies only. */
export type WorklistSelection = { viewer: Viewer; tab: Tab; ready: ReadyFilters; studyIds?: readonly string[] | undefined }
export type WorklistPage = WorklistSelection & { sort: Sort; limit: number; after: WorklistPosition | null }

/** What a list is asked for, before its texts are folded. */
export type WorklistRequest = Pick<WorklistSelection, 'viewer' | 'tab' | 'studyIds'> & { filters: StudyFilters } & Clock
export type WorklistPageRequest = WorklistRequest & Pick<WorklistPage, 'sort' | 'limit' | 'after'>

const sortType = {
  uploadDate: 'timestamptz',
  studyDate: 'date',
  patientName: 'text',
  patientId: 'text',
  accession: 'text',
  reportedDate: 'timestamptz',
} satisfies Record<Sort['key'], string>

const historyShown = 300

/** The columns of a row; the search columns stay where they are. */
const columns = sql`id, study_instance_uid, orthanc_id, patient_id, patient_name, patient_age, patient_sex, description, modalities, series_count,
  image_count, lab_id, study_date::text, received_at, reported_at, reported_by_doctor_id, referring_physician, accession_number, status,
  priority, case_type, mlc_case, study_type, "left"(btrim(clinical_history), ${historyShown}) as clinical_history, images_missing_at,
  new_images_at, generation`

const ofIds = (studyIds: readonly string[]) => sql`id = any(${sql.param(studyIds)}::uuid[])`

const conditionsOf = ({ viewer, tab, ready, studyIds }: WorklistSelection) =>
  sql.join([visibleStudies(viewer, tab), ...filterConditions(viewer, ready), ...(studyIds ? [ofIds(studyIds)] : [])], sql` and `)

/** The details of the chosen studies, in their order. Joined after the page is cut, so that they cost per row shown, not per row stored. */
function recordsOf(page: SQL, viewer: Viewer): SQL {
  return sql`
    with page as materialized (${page})
    select page.*, lab.name as lab_name, reporter.full_name as reported_by, zip.state as zip_state, zip.size_bytes as zip_bytes,
      seen.full_name as seen_by, coalesce(doctor.list, '[]'::json) as doctor_assignments,
      exists (select 1 from ${reports} r where r.study_id = page.id and r.deleted_at is null
        and (r.status = 'finalized' and r.withdrawn_at is null or ${viewer.role !== 'lab_staff'})) as has_report,
      exists (select 1 from ${studies} twin where twin.study_instance_uid = page.study_instance_uid and twin.id <> page.id) as has_twin,
      (select count(*)::int from ${studyDiscussions} c where c.study_id = page.id) as discussions
    from page
    left join ${labs} lab on lab.id = page.lab_id
    left join ${doctors} rd on rd.id = page.reported_by_doctor_id
    left join ${users} reporter on reporter.id = rd.user_id
    left join lateral (
      select z.state, z.size_bytes from ${studyZips} z
      where z.study_id = page.id and z.generation = page.generation order by z.created_at desc limit 1) zip on true
    left join lateral (
      select u.full_name from ${studyEventLog} e join ${users} u on u.id = e.actor_user_id
      where e.study_id = page.id and e.event = 'opened' order by e.at desc limit 1) seen on true
    left join lateral (
      select json_agg(json_build_object('doctorId', d.id, 'fullName', u.full_name, 'specialization', d.specialization,
        'isActive', u.is_active and d.is_active_profile,
        'assignedAt', to_char(a.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.assigned_at, a.id) as list
      from ${assignments} a join ${doctors} d on d.id = a.doctor_id join ${users} u on u.id = d.user_id
      where a.study_id = page.id and a.unassigned_at is null) doctor on true
    order by page.place`
}

/** The statement of one page of the viewer's studies. Equal values are told apart by the row's id, so that no page repeats or loses a row. */
export function worklistPage({ sort, limit, after, ...selection }: WorklistPage): SQL {
  const key = sortKeyOf[sort.key]
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const seek = after ? sql`(${key}, id) ${beyond} (${after.value}::${sql.raw(sortType[sort.key])}, ${after.id}::uuid)` : sql`true`
  const order = sql`${key} ${direction}, id ${direction}`
  const page = sql`
    select ${columns}, ${key}::text as sort_value, row_number() over (order by ${order}) as place
    from ${studies} where ${conditionsOf(selection)} and ${seek}
    order by ${order} limit ${limit}`
  return recordsOf(page, selection.viewer)
}

export async function listWorklist(db: Db, { filters, now, zone, ...page }: WorklistPageRequest): Promise<WorklistRecord[]> {
  const ready = await readyFilters(db, filters, { now, zone })
  const { rows } = await db.execute(worklistPage({ ...page, ready }))
  return WorklistRecords.parse(rows)
}

/** One study as a worklist record, or null where it does not exist or the viewer does not see it. */
export async function findWorklistRecord(db: Db, viewer: Viewer, studyId: string): Promise<WorklistRecord | null> {
  const page = sql`select ${columns}, '' as sort_value, 1 as place from ${studies} where ${visibleStudies(viewer)} and id = ${studyId}`
  const { rows } = await db.execute(recordsOf(page, viewer))
  return WorklistRecords.parse(rows)[0] ?? null
}

/** The statement that counts the viewer's studies by status, under the filters. */
export function worklistCounts({ viewer, ready, studyIds }: Omit<WorklistSelection, 'tab'>): SQL {
  const counted = studyIds ? null : countedConditions(ready)
  if (counted) return statusCounts(viewer, counted)
  const conditions = conditionsOf({ viewer, tab: 'all', ready, studyIds })
  return sql`select status, count(*)::int as count from ${studies} where ${conditions} group by status`
}

/** How many studies the viewer has in each tab, under the filters: `all` is the sum of the others. */
export async function countWorklist(
  db: Db,
  { filters, now, zone, ...selection }: Omit<WorklistRequest, 'tab'>,
): Promise<Record<Tab, number>> {
  const ready = await readyFilters(db, filters, { now, zone })
  const counts = { all: 0, pending: 0, inprogress: 0, completed: 0 }
  for (const { status, count } of await readStatusCounts(db, worklistCounts({ ...selection, ready }))) {
    counts.all += count
    counts[tabOf(status)] += count
  }
  return counts
}

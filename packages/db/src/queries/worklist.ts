import { studyTabs, type Tab } from '@readroom/contracts/study-workflow'
import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { doctors, labs, users } from '../schema/accounts.ts'
import { assignments, reports, studies, studyZips } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { type WorklistRecord, WorklistRecords } from './worklist-record.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

/** The last row of a page: where the next one goes on. */
export type WorklistPosition = { receivedAt: string; id: string }

export type WorklistPage = { viewer: Viewer; tab: Tab; limit: number; after: WorklistPosition | null }

/** The details of the chosen studies. Joined after the page is cut, so that they cost per row shown, not per row stored. */
function recordsOf(page: SQL, viewer: Viewer): SQL {
  return sql`
    with page as materialized (${page})
    select page.*, lab.name as lab_name, reporter.full_name as reported_by, zip.state as zip_state, zip.size_bytes as zip_bytes,
      coalesce(doctor.list, '[]'::json) as doctor_assignments,
      exists (select 1 from ${reports} r where r.study_id = page.id and r.deleted_at is null
        and (r.status = 'finalized' or ${viewer.role !== 'lab_staff'})) as has_report,
      exists (select 1 from ${studies} twin where twin.study_instance_uid = page.study_instance_uid and twin.id <> page.id) as has_twin
    from page
    left join ${labs} lab on lab.id = page.lab_id
    left join ${doctors} rd on rd.id = page.reported_by_doctor_id
    left join ${users} reporter on reporter.id = rd.user_id
    left join lateral (
      select z.state, z.size_bytes from ${studyZips} z
      where z.study_id = page.id and z.generation = page.generation order by z.created_at desc limit 1) zip on true
    left join lateral (
      select json_agg(json_build_object('doctorId', d.id, 'fullName', u.full_name, 'specialization', d.specialization,
        'isActive', u.is_active and d.is_active_profile,
        'assignedAt', to_char(a.assigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.assigned_at, a.id) as list
      from ${assignments} a join ${doctors} d on d.id = a.doctor_id join ${users} u on u.id = d.user_id
      where a.study_id = page.id and a.unassigned_at is null) doctor on true
    order by page.received_at desc, page.id desc`
}

/** The statement of one page of the viewer's studies, newest upload first. */
export function worklistPage({ viewer, tab, limit, after }: WorklistPage): SQL {
  const seek = after
    ? sql`(${studies.receivedAt}, ${studies.id}) < (${after.receivedAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const inTab = tab === 'all' ? sql`true` : eq(studies.tab, tab)
  const page = sql`
    select * from ${studies} where ${visibleStudies(viewer)} and ${inTab} and ${seek}
    order by ${studies.receivedAt} desc, ${studies.id} desc limit ${limit}`
  return recordsOf(page, viewer)
}

export async function listWorklist(db: Db, page: WorklistPage): Promise<WorklistRecord[]> {
  const { rows } = await db.execute(worklistPage(page))
  return WorklistRecords.parse(rows)
}

/** One study as a worklist record, or null where it does not exist or the viewer does not see it. */
export async function findWorklistRecord(db: Db, viewer: Viewer, studyId: string): Promise<WorklistRecord | null> {
  const page = sql`select * from ${studies} where ${visibleStudies(viewer)} and ${studies.id} = ${studyId}`
  const { rows } = await db.execute(recordsOf(page, viewer))
  return WorklistRecords.parse(rows)[0] ?? null
}

/** The statement that counts the viewer's studies by tab. */
export function worklistCounts(viewer: Viewer): SQL {
  const inTab = studyTabs.map((tab) => sql`count(*) filter (where ${studies.tab} = ${tab})::int as ${sql.identifier(tab)}`)
  return sql`select count(*)::int as "all", ${sql.join(inTab, sql`, `)} from ${studies} where ${visibleStudies(viewer)}`
}

const CountRow = z.tuple([z.object({ all: z.int(), pending: z.int(), inprogress: z.int(), completed: z.int() })])

/** How many studies the viewer has in each tab. */
export async function countWorklist(db: Db, viewer: Viewer): Promise<Record<Tab, number>> {
  const { rows } = await db.execute(worklistCounts(viewer))
  return CountRow.parse(rows)[0]
}

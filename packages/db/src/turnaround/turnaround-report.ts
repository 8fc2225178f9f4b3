import type { TurnaroundFigure, TurnaroundSort } from '@readroom/contracts/turnaround/turnaround-report'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { columnOf, dateOf, Ids, matching, type TurnaroundRequest, whereOf } from './turnaround-filters.ts'

/** Between which dates each figure is. The row's own minutes are counted in `domain/turnaround.ts`. */
const figureOf: Record<TurnaroundFigure, SQL> = {
  uploadToAssignmentTAT: sql`${studies.firstAssignedAt} - ${studies.receivedAt}`,
  assignmentToReportTATFormatted: sql`${studies.reportedAt} - ${studies.firstAssignedAt}`,
  uploadToReportTATFormatted: sql`${studies.reportedAt} - ${studies.receivedAt}`,
}

/** The statement that counts them by who reported them. */
export const turnaroundCounts = (where: SQL): SQL =>
  sql`select ${studies.reportedByDoctorId} as doctor, count(*)::int as studies, count(${studies.reportedAt})::int as reported
    from ${studies} where ${where} group by 1`

type Cut = { sort: TurnaroundSort; limit: number; offset: number }

const isFigure = (key: TurnaroundSort['key']): key is TurnaroundFigure => key in figureOf

/** The statement of a page: which studies, in what order. Equal values are told apart by the row's id. */
export function turnaroundPage(where: SQL, { sort: { key, descending }, limit, offset }: Cut): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  // An index is read in its own order; what a figure or an ascending date lacks is put last by hand.
  const value = isFigure(key) ? figureOf[key] : dateOf[key]
  const last = isFigure(key)
    ? sql`${value} is null, `
    : descending || key === 'uploadDate'
      ? sql``
      : sql`${columnOf[key]} is null, `
  return sql`select ${studies.id} as id from ${studies} where ${where}
    order by ${last}${value} ${direction}, ${studies.id} ${direction} limit ${limit} offset ${offset}`
}

const Counts = z.array(z.object({ doctor: z.string().nullable(), studies: z.int(), reported: z.int() }))

/** Counts the matching studies, and the reported ones among them. */
export async function countTurnaround(db: Db, request: TurnaroundRequest): Promise<{ studies: number; reported: number }> {
  const where = await whereOf(db, request)
  const { rows } = await db.execute(turnaroundCounts(where))
  const counts = Counts.parse(rows)
  const sum = (of: (row: (typeof counts)[number]) => number) => counts.reduce((total, row) => total + of(row), 0)
  return { studies: sum((row) => row.studies), reported: sum((row) => row.reported) }
}

/** The ids of a page's studies in their order. */
export async function listTurnaround(db: Db, request: TurnaroundRequest, cut: Cut): Promise<string[]> {
  const { rows } = await db.execute(turnaroundPage(await whereOf(db, request), cut))
  return Ids.parse(rows).map(({ id }) => id)
}

const TurnaroundDoctorRecord = z.object({
  id: z.string(),
  fullName: z.string(),
  specialization: z.string().nullable(),
  email: z.string(),
  studies: z.int(),
})
export type TurnaroundDoctorRecord = z.infer<typeof TurnaroundDoctorRecord>

/** Whom each role may choose: administrators everybody, laboratories who reported for them, doctors themselves. */
const choosable: Record<Caller['role'], (caller: Caller) => SQL> = {
  admin: () => sql`true`,
  lab_staff: (caller) => sql`d.id in (select ${studies.reportedByDoctorId} from ${studies} where ${visibleStudies(caller)})`,
  doctor_account: ({ doctorId }) => sql`d.id = ${doctorId}`,
}

/** The doctors to choose from by name, with how many of the studies that match otherwise they reported. */
export async function listTurnaroundDoctors(db: Db, request: TurnaroundRequest): Promise<TurnaroundDoctorRecord[]> {
  const counts = turnaroundCounts(await matching(db, request))
  const { rows } = await db.execute(sql`
    select d.id, u.full_name as "fullName", d.specialization, u.email, coalesce(found.studies, 0)::int as studies
    from ${doctors} d join ${users} u on u.id = d.user_id left join (${counts}) found on found.doctor = d.id
    where u.deleted_at is null and ${choosable[request.caller.role](request.caller)} order by lower(u.full_name), d.id`)
  return z.array(TurnaroundDoctorRecord).parse(rows)
}

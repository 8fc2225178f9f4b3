import { and, asc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'
import type { OrderRow } from './orders.ts'
import { isAcquired } from './performed-steps.ts'

/** The most items that one question gets. */
export const maxWorklistItems = 500
/** An order leaves the worklist so many days after its time. */
export const shownDays = 30

/** A range of dates (`yyyy-mm-dd`) or times of day (`hh:mm:ss`), both ends included. Null: open. */
export type Range = { from: string | null; to: string | null }

/** A question of a scanner. Undefined: every value matches. Dates and times are those of the clinic's zone. */
export type WorklistQuestion = {
  aeTitle?: string | undefined
  dates?: Range | undefined
  times?: Range | undefined
  modalities?: string[] | undefined
  /** With `*` and `?` as DICOM means them. */
  patientName?: string | undefined
  patientId?: string | undefined
  accessionNumber?: string | undefined
  /** A Study Instance UID, and the order that it is made of if the order names none. */
  study?: { uid: string; orderId: string | null } | undefined
}

/** Returns a DICOM wildcard pattern as one of SQL. */
const likeOf = (pattern: string) =>
  pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')

const within = (value: SQL, type: 'date' | 'time', { from, to }: Range): SQL | undefined =>
  and(
    from === null ? undefined : sql`${value} >= ${from}::${sql.raw(type)}`,
    to === null ? undefined : sql`${value} <= ${to}::${sql.raw(type)}`,
  )

const hasStudyUid = ({ uid, orderId }: { uid: string; orderId: string | null }) =>
  or(
    eq(orders.studyInstanceUid, uid),
    orderId === null ? undefined : and(eq(orders.id, orderId), isNull(orders.studyInstanceUid)),
  )

/** An order with its time: its schedule, or else when it came. */
export type WorklistItem = { order: OrderRow; date: string; time: string }

/**
 * Returns the orders of a laboratory that wait for their images and match the question, the earliest first: at most `maxWorklistItems`. Orders without a
 * modality have no place on a modality worklist.
 */
export async function listWorklistItems(
  db: Db,
  { labId, zone, question }: { labId: string; zone: string; question: WorklistQuestion },
): Promise<WorklistItem[]> {
  const at = sql`coalesce(${orders.scheduledAt}, ${orders.createdAt})`
  const local = sql`(${at} at time zone ${zone})`
  const { aeTitle, dates, times, modalities, patientName, patientId, accessionNumber, study } = question
  return db
    .select({
      order: orders,
      date: sql<string>`to_char(${local}, 'YYYYMMDD')`,
      time: sql<string>`to_char(${local}, 'HH24MISS')`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.labId, labId),
        eq(orders.state, 'ordered'),
        isNotNull(orders.modality),
        sql`${at} > now() - ${shownDays} * interval '1 day'`,
        not(hasStudy),
        not(isAcquired),
        aeTitle === undefined ? undefined : sql`coalesce(upper(${orders.aeTitle}), ${aeTitle}) = ${aeTitle}`,
        dates && within(sql`${local}::date`, 'date', dates),
        times && within(sql`${local}::time`, 'time', times),
        modalities && inArray(orders.modality, modalities),
        patientName === undefined ? undefined : sql`${orders.patientName} ilike ${likeOf(patientName)}`,
        patientId === undefined ? undefined : sql`${orders.patientIdTexts}[1] = ${patientId}`,
        accessionNumber === undefined ? undefined : eq(orders.accessionNumber, accessionNumber),
        study && hasStudyUid(study),
      ),
    )
    .orderBy(asc(at), asc(orders.id))
    .limit(maxWorklistItems)
}

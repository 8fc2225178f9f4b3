import { maxWorklistItems } from '@readroom/contracts/orders/modality-worklists'
import type { OrderStep } from '@readroom/contracts/orders/orders'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasStudy } from './order-matches.ts'
import { orders } from './orders.schema.ts'
import type { OrderRow } from './orders.ts'
import { completedSteps } from './performed-steps.ts'

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
  /** With wildcards, too, as the accession number. */
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

/** A value as a whole, or a pattern with `*` or `?` (PS3.4 section C.2.2.2.4). Numbers are compared with regard to case. */
const matches = (value: SQL, key: string): SQL => (/[*?]/.test(key) ? sql`${value} like ${likeOf(key)}` : sql`${value} = ${key}`)

/** A step of an order, with its time: its own schedule, that of the order, or else when the order came. */
export type WorklistItem = {
  order: OrderRow
  step: Omit<OrderStep, 'scheduledAt'>
  date: string
  time: string
}

/** Each step of an order: the first has the values of the order. */
const steps = sql`(
  select 0 as position, ${orders.stepId} as id, ${orders.protocol} as protocol, ${orders.modality} as modality, ${orders.station} as station,
    ${orders.aeTitle} as ae_title, null::timestamptz as scheduled_at
  union all
  select further.position, further.step ->> 'id', further.step, further.step ->> 'modality', further.step ->> 'station',
    further.step ->> 'aeTitle', (further.step ->> 'scheduledAt')::timestamptz
  from jsonb_array_elements(${orders.furtherSteps}) with ordinality further(step, position)) step`

const further = sql`jsonb_array_length(${orders.furtherSteps})`

/**
 * Returns the steps of a laboratory's orders that wait for their images and match the question: today and the future first, the earliest before the
 * others, then the past, the newest before the others. At most `maxWorklistItems`; `isCut`: there are more. Steps without a modality have no place on a
 * modality worklist. An order of several steps stays until as many were completed, or its day is over and images have come.
 */
export async function listWorklistItems(
  db: Db,
  { labId, zone, question }: { labId: string; zone: string; question: WorklistQuestion },
): Promise<{ items: WorklistItem[]; isCut: boolean }> {
  const at = sql`coalesce(step.scheduled_at, ${orders.scheduledAt}, ${orders.createdAt})`
  const local = sql`(${at} at time zone ${zone})`
  const isPast = sql`(${local} < date_trunc('day', now() at time zone ${zone}))`
  const { aeTitle, dates, times, modalities, patientName, patientId, accessionNumber, study } = question
  const items = await db
    .select({
      order: orders,
      step: {
        id: sql<string | null>`step.id`,
        description: sql<string | null>`step.protocol ->> 'description'`,
        code: sql<string | null>`step.protocol ->> 'code'`,
        codingSystem: sql<string | null>`step.protocol ->> 'codingSystem'`,
        modality: sql<string | null>`step.modality`,
        station: sql<string | null>`step.station`,
        aeTitle: sql<string | null>`step.ae_title`,
      },
      date: sql<string>`to_char(${local}, 'YYYYMMDD')`,
      time: sql<string>`to_char(${local}, 'HH24MISS')`,
    })
    .from(orders)
    .crossJoinLateral(steps)
    .where(
      and(
        eq(orders.labId, labId),
        eq(orders.state, 'ordered'),
        sql`step.modality is not null`,
        sql`not (${hasStudy} and (${further} = 0 or ${isPast}))`,
        sql`${completedSteps} <= ${further}`,
        aeTitle === undefined ? undefined : sql`coalesce(upper(step.ae_title), ${aeTitle}) = ${aeTitle}`,
        dates && within(sql`${local}::date`, 'date', dates),
        times && within(sql`${local}::time`, 'time', times),
        modalities && inArray(sql`step.modality`, modalities),
        patientName === undefined ? undefined : sql`${orders.patientName} ilike ${likeOf(patientName)}`,
        patientId === undefined ? undefined : matches(sql`${orders.patientIdTexts}[1]`, patientId),
        accessionNumber === undefined ? undefined : matches(sql`${orders.accessionNumber}`, accessionNumber),
        study && hasStudyUid(study),
      ),
    )
    .orderBy(
      isPast,
      sql`abs(extract(epoch from ${at} - date_trunc('day', now() at time zone ${zone}) at time zone ${zone}))`,
      asc(orders.id),
      sql`step.position`,
    )
    .limit(maxWorklistItems + 1)
  return { items: items.slice(0, maxWorklistItems), isCut: items.length > maxWorklistItems }
}

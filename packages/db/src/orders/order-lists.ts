import { openOrderStates, type ShownOrderState } from '@readroom/contracts/orders/orders'
import { isReported, type StudyStatus, studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { and, asc, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { containsWords, foldTexts } from '../core/search-words.ts'
import { formerUidsOfStudy, studyIdsOfUid } from '../patients/image-moves.ts'
import { knownIdsOfStudy } from '../patients/patient-merges.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { dateOfStudy, visibleStudies } from '../studies/visibility.ts'
import { hasAccession, hasOrder, hasStudy, isCurrentMatch, type MatchRow, namesInRequest } from './order-matches.ts'
import { orderMatches, orders } from './orders.schema.ts'
import { type OrderRow, visibleOrders } from './orders.ts'
import { isAcquired, isInProgress, type OrderStep, stepOfOrder } from './performed-steps.ts'

/** A study of an order, as the Orders page shows it. */
export type OrderStudy = Pick<MatchRow, 'studyId' | 'reason' | 'matchedAt'> &
  Pick<
    StudyRow,
    | 'status'
    | 'patientId'
    | 'patientName'
    | 'patientBirthDate'
    | 'patientSex'
    | 'accessionNumber'
    | 'description'
    | 'modalities'
    | 'studyDate'
    | 'receivedAt'
  > & { formerPatientIds: string[] }
export type ListedOrder = { order: OrderRow; labName: string; step: OrderStep; studies: OrderStudy[] }

const studyColumns = {
  status: studies.status,
  patientId: studies.patientId,
  patientName: studies.patientName,
  patientBirthDate: studies.patientBirthDate,
  patientSex: studies.patientSex,
  accessionNumber: studies.accessionNumber,
  description: studies.description,
  modalities: studies.modalities,
  studyDate: studies.studyDate,
  receivedAt: studies.receivedAt,
  formerPatientIds: knownIdsOfStudy,
}

/** Adds each order's studies, in one lookup. */
async function withStudies(db: Db, rows: Omit<ListedOrder, 'studies'>[]): Promise<ListedOrder[]> {
  const ids = rows.map(({ order }) => order.id)
  const { orderId, studyId, reason, matchedAt } = orderMatches
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ orderId, studyId, reason, matchedAt, ...studyColumns })
          .from(orderMatches)
          .innerJoin(orders, eq(orders.id, orderId))
          .innerJoin(studies, eq(studies.id, studyId))
          .where(and(inArray(orderId, ids), isCurrentMatch))
          .orderBy(asc(matchedAt), asc(studyId))
  return rows.map((row) => ({ ...row, studies: found.filter((study) => study.orderId === row.order.id) }))
}

const selectOrders = (db: Db) =>
  db.select({ order: orders, labName: labs.name, step: stepOfOrder }).from(orders).innerJoin(labs, eq(labs.id, orders.labId))

const finished = studyStatuses.filter((status: StudyStatus) => isReported(status) || status === 'archived')

/** A study of the order without a finished report. */
const hasUnreported = sql`exists (select 1 from ${orderMatches} join ${studies} on ${studies.id} = ${orderMatches.studyId}
  where ${orderMatches.orderId} = ${orders.id} and ${isCurrentMatch} and ${studies.status} not in (${literals(finished)}))`

const isOpen = inArray(orders.state, [...openOrderStates])
const isWaiting = sql`not ${hasStudy}`
const isUntouched = sql`${isWaiting} and not ${isInProgress} and not ${isAcquired}`

/** As `shownStateOf` of the domain says it: `receive-order.test.ts` compares the two. */
export const inState: Record<ShownOrderState, SQL> = {
  ordered: sql`(${orders.state} = 'ordered' and ${orders.scheduledAt} is null and ${isUntouched})`,
  scheduled: sql`(${orders.state} = 'ordered' and ${orders.scheduledAt} is not null and ${isUntouched})`,
  held: sql`(${orders.state} = 'held' and ${isWaiting})`,
  inProgress: sql`(${orders.state} in ('ordered', 'ended') and ${isWaiting} and ${isInProgress})`,
  acquired: sql`(${orders.state} in ('ordered', 'ended') and ${isWaiting} and ${isAcquired} and not ${isInProgress})`,
  performed: sql`(${isOpen} and ${hasUnreported})`,
  ended: sql`(${orders.state} = 'ended' and ${isUntouched})`,
  reported: sql`(${isOpen} and ${hasStudy} and not ${hasUnreported})`,
  cancelled: sql`${orders.state} = 'cancelled'`,
  discontinued: sql`${orders.state} = 'discontinued'`,
}

export type OrderSearch = {
  state?: ShownOrderState | undefined
  labId?: string | undefined
  /** Days of arrival, in the clinic's zone. */
  from?: string | undefined
  to?: string | undefined
  zone: string
  search: string
  /** The last order of the page before. */
  after?: string | undefined
  limit: number
}

/** Every word is in the order's numbers or its patient's name, or the whole is a patient ID. */
async function matchesText(db: Db, text: string): Promise<SQL | undefined> {
  if (text === '') return undefined
  const { text: words = [] } = await foldTexts(db, { text })
  return or(
    words.length === 0 ? sql`false` : and(...containsWords(sql`${orders.searchAll}`, words)),
    sql`${orders.patientIdTexts} @> array[${text}]::text[]`,
  )
}

/** Returns a page of the orders that the caller sees, newest first. Ids of orders rise with time. */
export async function listOrders(db: Db, caller: Caller, search: OrderSearch): Promise<ListedOrder[]> {
  const { state, labId, from, to, zone, after, limit } = search
  const rows = await selectOrders(db)
    .where(
      and(
        visibleOrders(caller),
        labId === undefined ? undefined : eq(orders.labId, labId),
        state === undefined ? undefined : inState[state],
        from === undefined ? undefined : sql`${orders.createdAt} >= ${from}::date::timestamp at time zone ${zone}`,
        to === undefined ? undefined : sql`${orders.createdAt} < (${to}::date + 1)::timestamp at time zone ${zone}`,
        await matchesText(db, search.search),
        after === undefined ? undefined : lt(orders.id, after),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
  return withStudies(db, rows)
}

/** Returns an order with its studies. Null if it does not exist or the caller does not see it. */
export async function readOrder(db: Db, caller: Caller, orderId: string): Promise<ListedOrder | null> {
  const rows = await selectOrders(db).where(and(eq(orders.id, orderId), visibleOrders(caller)))
  const [listed] = await withStudies(db, rows)
  return listed ?? null
}

type StudyPage = { labId?: string | undefined; after?: { receivedAt: Date; id: string } | undefined; limit: number }

/** Returns a page of the visible studies that have no order, newest first. Studies without a laboratory, and contested ones, can have none. */
export async function listStudiesWithoutOrder(
  db: Db,
  caller: Caller,
  { labId, after, limit }: StudyPage,
): Promise<{ study: StudyRow; labName: string }[]> {
  return db
    .select({ study: studies, labName: labs.name })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(
      and(
        visibleStudies(caller),
        labId === undefined ? undefined : eq(studies.labId, labId),
        sql`${studies.labConflictAt} is null and ${studies.anonymisedAt} is null`,
        sql`not ${hasOrder}`,
        after && sql`(${studies.receivedAt}, ${studies.id}) < (${after.receivedAt}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(sql`${studies.receivedAt} desc nulls first`, sql`${studies.id} desc nulls first`)
    .limit(limit)
}

const maxCandidates = 20

/** The day for which an order is planned, or on which it came. */
const dayOfOrder = sql`(coalesce(${orders.scheduledAt}, ${orders.createdAt}) at time zone 'UTC')::date`

const sameAccession = sql`(btrim(${studies.accessionNumber}) = ${orders.accessionNumber})`
const sameUid = sql`(${orders.studyInstanceUid} = ${studies.studyInstanceUid} or ${orders.studyInstanceUid} in ${formerUidsOfStudy})`
/** The same patient ID and modality, a day apart at most. */
const isAlike = sql`(${orders.patientIdTexts} @> array[${studies.patientId}] and abs(${dayOfOrder} - ${dateOfStudy(studies)}) <= 1
  and (${orders.modality} is null or ${orders.modality} = any(${studies.modalities})))`

/** As `isAlike`, by any ID that the study's patient has, had or took over. Only for one study. */
const isAlikeByAnyId = sql`(${orders.patientIdTexts} && ${knownIdsOfStudy} and abs(${dayOfOrder} - ${dateOfStudy(studies)}) <= 1
  and (${orders.modality} is null or ${orders.modality} = any(${studies.modalities})))`

/** The pair is no match now. */
const areApart = sql`not exists (select 1 from ${orderMatches} where ${orderMatches.orderId} = ${orders.id} and ${orderMatches.studyId} = ${studies.id}
  and ${isCurrentMatch})`

/** Returns the open orders that may be this study's, those without a study first, then the newest; with a text those that it finds. */
export async function listCandidateOrders(db: Db, studyId: string, text: string): Promise<ListedOrder[]> {
  const found = text === '' ? sql`(${sameUid} or ${sameAccession} or ${isAlikeByAnyId})` : await matchesText(db, text)
  const rows = await db
    .select({ order: orders, labName: labs.name, step: stepOfOrder })
    .from(studies)
    .innerJoin(orders, eq(orders.labId, studies.labId))
    .innerJoin(labs, eq(labs.id, orders.labId))
    .where(and(eq(studies.id, studyId), isOpen, areApart, found))
    .orderBy(hasStudy, desc(orders.id))
    .limit(maxCandidates)
  return withStudies(db, rows)
}

/** The numbers of the orders that a study has. */
const numbersOfStudy = sql<
  string[]
>`array(select o.placer_number from ${orderMatches} join orders o on o.id = ${orderMatches.orderId}
  where ${orderMatches.studyId} = ${studies.id} and ${orderMatches.endedAt} is null and o.lab_id = ${studies.labId} order by o.id)`

/** Returns the studies that may be this order's, those without an order first, then the newest. `requestKeys`: the ways in which images name the order. */
export async function listCandidateStudies(
  db: Db,
  caller: Caller,
  order: OrderRow,
  requestKeys: readonly string[],
): Promise<{ study: StudyRow; orderNumbers: string[] }[]> {
  const { id, labId, studyInstanceUid, accessionNumber, patientIdTexts } = order
  const ways = [
    namesInRequest(sql`${sql.param([...requestKeys])}::text[]`),
    studyInstanceUid === null ? null : sql`${studies.id} in ${studyIdsOfUid(studyInstanceUid)}`,
    accessionNumber === null ? null : hasAccession(accessionNumber),
    ...patientIdTexts.map(
      (patientId) => sql`("left"(search_patient_id, 100) = "left"(fold_text(${patientId}), 100) and ${isAlike})`,
    ),
  ].filter((way) => way !== null)
  return db
    .select({ study: studies, orderNumbers: numbersOfStudy })
    .from(studies)
    .innerJoin(orders, eq(orders.id, id))
    .where(and(visibleStudies(caller), eq(studies.labId, labId), sql`(${sql.join(ways, sql` or `)})`, areApart))
    .orderBy(hasOrder, sql`${studies.receivedAt} desc nulls first`, sql`${studies.id} desc nulls first`)
    .limit(maxCandidates)
}

import { type DeliveryState, dicomDocuments, documentClasses, unsentStates } from '@readroom/contracts/reports/results'
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { literals } from '../core/columns.ts'
import { orders } from '../orders/orders.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { receivedReports } from './received-reports.schema.ts'
import { ordersOfResult } from './result-facts.ts'
import { resultDeliveries, resultDestinations } from './results.schema.ts'

export type ResultDeliveryRow = typeof resultDeliveries.$inferSelect

/** A control ID that no other delivery has. MSH-10 holds 20 characters in older versions. */
const newControlId = sql`left(replace(gen_random_uuid()::text, '-', ''), 20)`

/** Before the standing report `r`, the study had a final one that counts. */
const followsFinal = sql`exists (select 1 from standing_reports e where e.study_id = r.study_id and e.version < r.version
    and e.is_final and e.is_released)`

/** The next file replaces an earlier one, and a text of a study that was read anew the text before. */
const kindOfReport = sql`case
  when not r.is_final then 'preliminary'
  when v.kind = 'addendum' then 'appended'
  when v.kind = 'correction' or ${followsFinal} then 'corrected'
  else 'final' end`

/**
 * A standing report `r`, signed as `v`, that a laboratory `l` may have: released, and final or a preliminary original that the laboratory reads. Nothing
 * preliminary follows what is final.
 */
const isForLab = sql`r.is_released
  and (r.is_final or (v.kind = 'original' and l.preliminary_visible and not ${followsFinal}))`

/** A destination `d` gets each report in both forms. */
const getsBoth = sql`d.settings @> '{"document": "both"}'`
const bothClasses = sql`array[${literals(dicomDocuments.map((form) => documentClasses[form]))}]`

/** A destination `d` gets a message for each order of a study. Others get one that names all of them. */
const isTold = sql`((d.settings ->> 'kind' = 'hl7' or d.settings @> '{"kind": "folder", "format": "hl7"}') and not d.settings @> '{"ordersTogether": true}')`

/** The orders `o` that a destination `d` gets messages about report `r` for. Null: a message that belongs to no single order. */
const toldOrders = sql`(
  select counted.order_id as id, counted.place from ${ordersOfResult(sql`r.study_id`)} counted where ${isTold}
  union all
  select null, 0 where not (${isTold} and exists (select 1 from ${ordersOfResult(sql`r.study_id`)} counted))) o`

/**
 * Queues reports for the destinations of their study's laboratory and for each order, unless they were queued before. While the laboratory is inactive,
 * they wait in the queue.
 */
async function insertDeliveries(tx: Tx, { chosen, kind }: { chosen: SQL; kind: SQL }): Promise<void> {
  await tx.execute(sql`insert into result_deliveries (destination_id, study_id, report_id, kind, control_id, sop_class_uid, of_order_id)
    select d.id, r.study_id, r.id, ${kind}, ${newControlId}, form.sop_class_uid, o.id
    from standing_reports r
    join studies s on s.id = r.study_id
    join labs l on l.id = s.lab_id
    join result_destinations d on d.lab_id = l.id and wants_events(d, 'reports')
    left join report_versions v on v.id = r.version_id
    cross join lateral unnest(case when ${getsBoth} then ${bothClasses} else array[null]::text[] end) with ordinality form(sop_class_uid, number)
    cross join lateral ${toldOrders}
    where ${chosen} and ${isForLab}
      and not exists (select 1 from result_deliveries e where e.destination_id = d.id and e.report_id = r.id and e.of_order_id is not distinct from o.id
        and e.kind <> 'withdrawn' and coalesce(e.answer not in ('moved', 'unmatched'), true)
        -- Their order had lost the study, and has it again.
        and not exists (select 1 from result_deliveries w where w.of_order_id = e.of_order_id and w.destination_id = d.id and w.study_id = r.study_id
          and w.kind = 'withdrawn' and w.position > e.position))
    order by d.id, o.place, form.number`)
}

/**
 * Queues a report for each destination of its study's laboratory. Nothing if it can still be recalled or counts no longer, if it is a draft, or if it
 * is preliminary and the laboratory does not read those. Preliminary addenda and corrections wait until they are final. A repeat queues nothing.
 */
export const insertDeliveriesOf = (tx: Tx, reportId: string): Promise<void> =>
  insertDeliveries(tx, { chosen: sql`r.id = ${reportId}`, kind: kindOfReport })

/** The newest report of a study that its laboratory may have. It is the whole report. */
const isNewest = (studyId: string) =>
  sql`r.id = (select r.id from standing_reports r join studies s on s.id = r.study_id join labs l on l.id = s.lab_id
    left join report_versions v on v.id = r.version_id where r.study_id = ${studyId} and ${isForLab} order by r.version desc limit 1)`

/** Their receiver has nothing that would be corrected. */
const kindOfFirst = sql`case when r.is_final then 'final' else 'preliminary' end`

/** Queues the newest report of a study, which is the whole report, for the destinations of the laboratory that the study has got. */
export const insertDeliveriesToNewLab = (tx: Tx<'study'>, studyId: string): Promise<void> =>
  insertDeliveries(tx, {
    chosen: isNewest(studyId),
    // Nothing waits for it, unless the study was there before.
    kind: sql`case
      when exists (select 1 from ${receivedReports} e where e.receiver_id = d.id and e.study_id = r.study_id) then ${kindOfReport}
      else ${kindOfFirst} end`,
  })

type OrderAndStudy = { orderId: string; studyId: string }

const ofReports = sql`q.report_id is not null and q.kind <> 'withdrawn'`
const isUnseen = sql`q.state in (${literals(unsentStates)}) and q.content_hash is null`

/**
 * Queues the newest report of a study for an order that has got the study. What waits for no order, because the study had none, becomes its message.
 * A repeat queues nothing.
 */
export async function insertDeliveriesToOrder(tx: Tx<'study'>, { orderId, studyId }: OrderAndStudy): Promise<void> {
  await tx.execute(sql`update result_deliveries q set of_order_id = ${orderId} from result_destinations d
    where d.id = q.destination_id and q.study_id = ${studyId} and q.of_order_id is null and ${isTold} and ${ofReports} and ${isUnseen}`)
  await insertDeliveries(tx, { chosen: sql`${isNewest(studyId)} and o.id = ${orderId}`, kind: kindOfFirst })
}

/**
 * Takes back the results of an order that has lost its study: those that no receiver can have seen are cancelled, and the others withdrawn. A study without
 * another order has its newest report sent for none instead. A repeat queues nothing.
 */
export async function withdrawDeliveriesFromOrder(tx: Tx<'study'>, { orderId, studyId }: OrderAndStudy): Promise<void> {
  await tx.execute(sql`update result_deliveries q set state = 'cancelled', answer = 'unmatched'
    where q.study_id = ${studyId} and q.of_order_id = ${orderId} and ${ofReports} and ${isUnseen}`)
  await tx.execute(sql`insert into result_deliveries (destination_id, study_id, report_id, kind, control_id, of_order_id)
    select last.destination_id, last.study_id, last.report_id, 'withdrawn', ${newControlId}, last.of_order_id
    from (select distinct on (q.destination_id) q.* from result_deliveries q join result_destinations d on d.id = q.destination_id and d.state <> 'off'
      where q.study_id = ${studyId} and q.of_order_id = ${orderId} and q.content_hash is not null and q.report_id is not null
      order by q.destination_id, q.position desc) last
    where last.kind <> 'withdrawn' order by last.destination_id`)
  const hadOrder = sql`exists (select 1 from result_deliveries e where e.destination_id = d.id and e.report_id = r.id and e.of_order_id = ${orderId})`
  await insertDeliveries(tx, {
    chosen: sql`${isNewest(studyId)} and o.id is null and ${isTold} and ${hadOrder}`,
    kind: kindOfFirst,
  })
}

/** Takes the messages about a study's reports out of the queue that no receiver has seen. */
export async function cancelUnseenDeliveries(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(sql`update result_deliveries set state = 'cancelled', answer = 'replaced'
    where study_id = ${studyId} and report_id is not null and state in (${literals(unsentStates)}) and content_hash is null and kind <> 'withdrawn'`)
}

/**
 * Queues the withdrawal of a study's reports for the destinations that may have a withdrawn one and no withdrawal. If the study has a laboratory, only
 * for those of this laboratory: another one gets the withdrawal when the study is there again. A repeat queues nothing.
 */
export async function insertWithdrawalsOf(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(sql`insert into result_deliveries (destination_id, study_id, report_id, kind, control_id, sop_class_uid, of_order_id)
    select last.receiver_id, ${studyId}, last.report_id, 'withdrawn', ${newControlId}, last.form, last.of_order_id
    from (select distinct on (q.receiver_id, q.form, q.of_order_id) q.*
      from (select e.*, case when ${getsBoth} then e.sop_class_uid end as form, sent.of_order_id
        from ${receivedReports} e join result_destinations d on d.id = e.receiver_id and d.state <> 'off'
        join result_deliveries sent on sent.destination_id = e.receiver_id and sent.position = e.position
        join studies s on s.id = e.study_id and (s.lab_id is null or s.lab_id = d.lab_id)
        -- A withdrawal that was not answered before the study left is no withdrawal.
        where e.study_id = ${studyId} and not (e.is_withdrawal and e.answer is not distinct from 'moved')) q
      order by q.receiver_id, q.form, q.of_order_id, q.position desc) last
    join reports r on r.id = last.report_id and r.withdrawn_at is not null
    where not last.is_withdrawal order by last.receiver_id, last.position`)
}

/** Queues a test message. Returns its id. */
export async function insertTestDelivery(tx: Tx, destinationId: string): Promise<string> {
  const [row] = await tx
    .insert(resultDeliveries)
    .values({ destinationId, kind: 'test', controlId: newControlId })
    .returning({ id: resultDeliveries.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Returns a delivery with its row locked, or null. */
export async function lockDelivery(tx: Tx, id: string): Promise<ResultDeliveryRow | null> {
  const [row] = await tx.select().from(resultDeliveries).where(eq(resultDeliveries.id, id)).for('no key update')
  return row ?? null
}

/** Sets the state of a delivery. A cancelled one loses its bytes. */
export async function setDeliveryState(tx: Tx, id: string, state: DeliveryState): Promise<void> {
  await tx
    .update(resultDeliveries)
    .set({ state, ...(state === 'cancelled' && { content: null }) })
    .where(eq(resultDeliveries.id, id))
}

/** Returns the DICOM instances that a destination has of a study and that were sent before a delivery, the oldest first. */
export async function listInstancesBefore(db: Db, { destinationId, studyId, position }: ResultDeliveryRow) {
  const { controlId, sopClassUid } = resultDeliveries
  const rows = await db
    .select({ controlId, sopClassUid })
    .from(resultDeliveries)
    .where(
      and(
        eq(resultDeliveries.destinationId, destinationId),
        eq(resultDeliveries.studyId, studyId ?? sql`null`),
        eq(resultDeliveries.state, 'sent'),
        lt(resultDeliveries.position, position),
      ),
    )
    .orderBy(asc(resultDeliveries.position))
  return rows.flatMap((row) => (row.sopClassUid === null ? [] : [{ ...row, sopClassUid: row.sopClassUid }]))
}

/** Makes a delivery a new message, whose bytes and control ID are not those of the refused one. */
export async function rewriteDelivery(tx: Tx, id: string): Promise<void> {
  await tx
    .update(resultDeliveries)
    .set({ content: null, contentHash: null, controlId: newControlId, answer: null, answerText: '' })
    .where(eq(resultDeliveries.id, id))
}

export type DeliveryFilter = {
  labId?: string | undefined
  destinationId?: string | undefined
  /** `unsent`: those that may still be sent, oldest first. Otherwise newest first. */
  state: DeliveryState | 'unsent' | 'all'
  /** The last position of the page before. */
  after?: number | undefined
}

/**
 * An earlier delivery `e` of the same study, order or patient to the same destination as `q` is unsent. Results for two orders of a study don't wait for
 * each other. Merges are of the same patient if they share a
 * person.
 */
export function isBehind(q: SQL): SQL {
  const isEarlier = sql`e.destination_id = ${q}.destination_id and e.position < ${q}.position and e.state in (${literals(unsentStates)})`
  const isOfOrder = sql`(e.of_order_id is null or ${q}.of_order_id is null or e.of_order_id = ${q}.of_order_id)`
  return sql`(exists (select 1 from result_deliveries e where e.study_id = ${q}.study_id and ${isOfOrder} and ${isEarlier})
    or exists (select 1 from result_deliveries e where e.order_id = ${q}.order_id and ${isEarlier})
    or exists (select 1 from patient_merges b join patient_merges a
        on a.from_row_id in (b.from_row_id, b.into_row_id) or a.into_row_id in (b.from_row_id, b.into_row_id)
      join result_deliveries e on e.merge_id = a.id where b.id = ${q}.merge_id and ${isEarlier}))`
}

const ofState = (state: DeliveryFilter['state']): SQL | undefined => {
  if (state === 'all') return undefined
  return state === 'unsent' ? sql`${resultDeliveries.state} in (${literals(unsentStates)})` : eq(resultDeliveries.state, state)
}

/** Returns deliveries without their content. */
export async function listDeliveries(db: Db, { labId, destinationId, state, after }: DeliveryFilter, limit: number) {
  const { position } = resultDeliveries
  const isOldestFirst = state === 'unsent'
  return db
    .select({
      id: resultDeliveries.id,
      position,
      kind: resultDeliveries.kind,
      state: resultDeliveries.state,
      controlId: resultDeliveries.controlId,
      attempts: resultDeliveries.attempts,
      lastAttemptAt: resultDeliveries.lastAttemptAt,
      answer: resultDeliveries.answer,
      answerText: resultDeliveries.answerText,
      createdAt: resultDeliveries.createdAt,
      sentAt: resultDeliveries.sentAt,
      studyId: resultDeliveries.studyId,
      accessionNumber: sql<string | null>`coalesce(${studies.accessionNumber}, ${orders.accessionNumber})`,
      placerNumber: orders.placerNumber,
      destinationName: resultDestinations.name,
      labName: labs.name,
      isBlocked: sql<boolean>`${resultDeliveries.state} = 'queued' and ${isBehind(sql`${resultDeliveries}`)}`,
      isOverdue: sql<boolean>`${resultDeliveries.state} in (${literals(unsentStates)})
        and ${resultDeliveries.createdAt} < now() - ${resultDestinations.alertMinutes} * interval '1 minute'`,
    })
    .from(resultDeliveries)
    .innerJoin(resultDestinations, eq(resultDestinations.id, resultDeliveries.destinationId))
    .innerJoin(labs, eq(labs.id, resultDestinations.labId))
    .leftJoin(studies, eq(studies.id, resultDeliveries.studyId))
    .leftJoin(orders, sql`${orders.id} = coalesce(${resultDeliveries.orderId}, ${resultDeliveries.ofOrderId})`)
    .where(
      and(
        ofState(state),
        labId === undefined ? undefined : eq(resultDestinations.labId, labId),
        destinationId === undefined ? undefined : eq(resultDeliveries.destinationId, destinationId),
        after === undefined ? undefined : isOldestFirst ? gt(position, after) : lt(position, after),
      ),
    )
    .orderBy(isOldestFirst ? asc(position) : desc(position))
    .limit(limit)
}
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number]

import { type AnswerKind, documentClasses } from '@readroom/contracts/reports/results'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { orders } from '../orders/orders.schema.ts'
import { patientMerges, patients } from '../patients/patients.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { standingReports } from './reports.schema.ts'
import { isBehind, lockDelivery, type ResultDeliveryRow } from './result-deliveries.ts'
import type { ResultDestinationRow } from './result-destinations.ts'
import { resultDeliveries, resultDestinations } from './results.schema.ts'

/** A destination that one sender has for itself. */
export type Claim = { destinationId: string; claim: string }

/**
 * The images of a report's study name several people, and nobody has decided whose they are. A withdrawal says nothing of a patient's health, and a receiver
 * may already have what was attempted.
 */
const isOfSeveralPeople = ({
  kind,
  reportId,
  contentHash,
  severalPeopleAt,
}: Record<'kind' | 'reportId' | 'contentHash' | 'severalPeopleAt', SQL>) =>
  sql<boolean>`(${severalPeopleAt} is not null and ${reportId} is not null and ${kind} <> 'withdrawn' and ${contentHash} is null)`

/**
 * A delivery `q` of a destination `d` that can be sent now: nothing of its study, order or patient is before it, its study's laboratory and person are
 * known, and the document that its message needs is there.
 */
const isSendable = sql`q.destination_id = d.id and q.state = 'queued' and not ${isBehind(sql`q`)}
  and not exists (select 1 from studies s where s.id = q.study_id and (s.lab_id is null or s.lab_conflict_at is not null
    or ${isOfSeveralPeople({ kind: sql`q.kind`, reportId: sql`q.report_id`, contentHash: sql`q.content_hash`, severalPeopleAt: sql`s.several_people_at` })}))
  and (q.content_hash is not null or q.kind in ('withdrawn', 'test')
    or not (d.settings @> '{"withPdf": true}' or d.settings @> '{"format": "pdf"}' or d.settings @> '{"document": "pdf"}'
      or (d.settings @> '{"document": "both"}' and q.sop_class_uid is distinct from ${documentClasses.sr}))
    or exists (select 1 from reports r where r.id = q.report_id and r.sha256 is not null))`

/** A destination sends, and its laboratory is active. */
const isServed = (destination: SQL) => sql`(${destination}.state = 'on'
  and exists (select 1 from labs l where l.id = ${destination}.lab_id and l.is_active))`

/** Takes a destination that has something to send and that no other sender has. Returns null if there is none. */
export async function claimDestination(db: Db, claim: string, seconds: number): Promise<ResultDestinationRow | null> {
  const [row] = await db
    .update(resultDestinations)
    .set({ claim, claimedUntil: sql`now() + ${seconds} * interval '1 second'` })
    .where(
      eq(
        resultDestinations.id,
        sql`(select d.id from result_destinations d
          where ${isServed(sql`d`)} and (d.next_attempt_at is null or d.next_attempt_at <= now())
            and (d.claimed_until is null or d.claimed_until <= now())
            and exists (select 1 from result_deliveries q where ${isSendable})
          order by d.next_attempt_at nulls first, d.id limit 1 for no key update skip locked)`,
      ),
    )
    .returning()
  return row ?? null
}

const isOurs = ({ destinationId, claim }: Claim) =>
  and(eq(resultDestinations.id, destinationId), eq(resultDestinations.claim, claim))

/** Keeps a destination for longer. Returns it as it is now; null if it was turned off, its laboratory is inactive, or another sender has it. */
export async function renewClaim(db: Db, claim: Claim, seconds: number): Promise<ResultDestinationRow | null> {
  const [row] = await db
    .update(resultDestinations)
    .set({ claimedUntil: sql`now() + ${seconds} * interval '1 second'` })
    .where(and(isOurs(claim), isServed(sql`${resultDestinations}`)))
    .returning()
  return row ?? null
}

/** Gives a destination back. */
export async function endClaim(db: Db, claim: Claim): Promise<void> {
  await db.update(resultDestinations).set({ claim: null, claimedUntil: null }).where(isOurs(claim))
}

/** Returns the first delivery that can be sent now, or null. */
export async function findNextDelivery(db: Db, destinationId: string): Promise<ResultDeliveryRow | null> {
  const [row] = await db
    .select()
    .from(resultDeliveries)
    .where(
      eq(
        resultDeliveries.id,
        sql`(select q.id from result_deliveries q join result_destinations d on d.id = ${destinationId}
          where ${isSendable} order by q.position limit 1)`,
      ),
    )
  return row ?? null
}

/** Returns a delivery with its row locked and what decides whether it may be sent. Null if it is gone. */
export async function lockSendable(tx: Tx, id: string) {
  const delivery = await lockDelivery(tx, id)
  if (!delivery) return null
  return { delivery, subject: await findSubject(tx, delivery) }
}

/** Returns the laboratory of what a delivery is about, and whether that still counts. Null for a test message. */
async function findSubject(tx: Tx, { studyId, reportId, orderId, mergeId, kind, contentHash }: ResultDeliveryRow) {
  const whole = { isContested: sql<boolean>`false`, isStanding: sql<boolean>`true` }
  if (orderId !== null) {
    const [order] = await tx
      .select({ labId: orders.labId, ...whole })
      .from(orders)
      .where(eq(orders.id, orderId))
    return order ?? null
  }
  if (mergeId !== null) {
    const [merge] = await tx
      // A person moves to another laboratory with their studies.
      .select({ labId: patients.labId, ...whole })
      .from(patientMerges)
      .innerJoin(patients, eq(patients.id, patientMerges.intoRowId))
      .where(eq(patientMerges.id, mergeId))
    return merge ?? null
  }
  const [study] = await tx
    .select({
      labId: studies.labId,
      isContested: sql<boolean>`(${studies.labConflictAt} is not null or ${isOfSeveralPeople({
        kind: sql`${kind}::text`,
        reportId: sql`${reportId}::uuid`,
        contentHash: sql`${contentHash}::text`,
        severalPeopleAt: sql`${studies.severalPeopleAt}`,
      })})`,
      /** It has no report, or its report counts, can no longer be recalled, and is one that its laboratory reads now. */
      isStanding: sql<boolean>`${reportId}::uuid is null
        or coalesce(${standingReports.isReleased} and (${standingReports.isFinal} or ${labs.preliminaryVisible}), false)`,
    })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(standingReports, eq(standingReports.id, reportId ?? sql`null`))
    .where(eq(studies.id, studyId ?? sql`null`))
  return study ?? null
}

/** A message as it is sent. `sopClassUid`: null if it is no DICOM instance. `fillerNumber`: null if it is no HL7 message about a study. */
export type ResultContent = { content: Buffer; sopClassUid: string | null; fillerNumber: string | null }

/** Notes an attempt, with the bytes that it sends. */
export async function noteAttempt(tx: Tx, id: string, written: ResultContent & { contentHash: string }): Promise<void> {
  await tx
    .update(resultDeliveries)
    .set({ ...written, attempts: sql`${resultDeliveries.attempts} + 1`, lastAttemptAt: sql`now()` })
    .where(eq(resultDeliveries.id, id))
}

type Answer = { answer: AnswerKind; answerText: string }

/** Notes that the receiver has a delivery, whatever its state became meanwhile. Its bytes are no longer needed. */
export async function noteSent(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx
    .update(resultDeliveries)
    .set({ ...answer, state: 'sent', sentAt: sql`now()`, content: null })
    .where(eq(resultDeliveries.id, id))
}

/** Parks a delivery that its receiver will not take as it is, unless somebody held or cancelled it meanwhile. */
export async function noteParked(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx.update(resultDeliveries).set(answer).where(eq(resultDeliveries.id, id))
  await tx
    .update(resultDeliveries)
    .set({ state: 'parked' })
    .where(and(eq(resultDeliveries.id, id), eq(resultDeliveries.state, 'queued')))
}

/** Notes that a delivery was not answered. It stays in the queue. */
export async function noteUnanswered(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx.update(resultDeliveries).set(answer).where(eq(resultDeliveries.id, id))
}

/** Takes a delivery out of the queue that must not be sent. */
export async function noteCancelled(tx: Tx, id: string, answer: AnswerKind): Promise<void> {
  await tx.update(resultDeliveries).set({ state: 'cancelled', answer, content: null }).where(eq(resultDeliveries.id, id))
}

/** Notes that a destination answered. */
export async function noteAnswering(tx: Tx, destinationId: string, answer: AnswerKind): Promise<void> {
  await tx
    .update(resultDestinations)
    .set({ failures: 0, nextAttemptAt: null, lastAnswer: answer, lastAnswerAt: sql`now()` })
    .where(eq(resultDestinations.id, destinationId))
}

/** Notes that a destination did not answer. It is tried again after a second, then after twice as long each time, up to `mostSeconds`. */
export async function noteFailing(tx: Tx, destinationId: string, answer: AnswerKind, mostSeconds: number): Promise<void> {
  await tx
    .update(resultDestinations)
    .set({
      failures: sql`${resultDestinations.failures} + 1`,
      nextAttemptAt: sql`now() + least(${mostSeconds}, power(2, least(${resultDestinations.failures}, 20))) * interval '1 second'`,
      lastAnswer: answer,
      lastAnswerAt: sql`now()`,
    })
    .where(eq(resultDestinations.id, destinationId))
}

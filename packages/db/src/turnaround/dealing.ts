import type { DealExplanation, NobodyReason } from '@readroom/contracts/studies/assignment-engine'
import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import { studyStatuses, tabOf } from '@readroom/contracts/studies/study-workflow'
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { advisoryLocks } from '../core/advisory-locks.ts'
import type { Db, Tx } from '../core/client.ts'
import { literals, uuids } from '../core/columns.ts'
import { transactionTime } from '../core/database-clock.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { patients } from '../patients/patients.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { reportHolds } from '../reading/reading.schema.ts'
import { type AskedStudy, listAskedStudies } from '../studies/assignments/asked-studies.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { isWaiting } from '../studies/assignments/readers.ts'
import { studies } from '../studies/studies.schema.ts'
import { dealingRank, sortKeyOf } from '../studies/study-sort-keys.ts'
import { assignmentModes, assignmentProposals, assignmentRefusals, unplacedStudies } from './automatic-assignment.schema.ts'

/** A doctor has a study of such a status, and its report is not finished. */
const statusesInHand = studyStatuses.filter((status) => tabOf(status, 'admin') === 'inprogress')

/** A study is looked at again for the doctors of another minute. */
const pause = sql`interval '1 minute'`

/** Lets one transaction at a time deal studies. Returns when it began, by the database's clock. */
export async function lockDealing<T extends Before<'dealing'>>(tx: T): Promise<Taken<T, 'dealing', Date>> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.dealing})`)
  const { rows } = await tx.execute(sql`select ${transactionTime}::timestamptz(3) as now`)
  const [{ now }] = z.tuple([z.object({ now: z.coerce.date() })]).parse(rows)
  return taken(tx, 'dealing', now)
}

/** Returns the modes that laboratories have. */
export async function listModes(db: Db): Promise<DealingMode[]> {
  const rows = await db.selectDistinct({ mode: assignmentModes.mode }).from(assignmentModes)
  return rows.map(({ mode }) => mode)
}

/** Returns the times within the last minute at which doctors were looked for in vain. */
export async function listRecentTries(db: Db): Promise<Date[]> {
  const rows = await db
    .selectDistinct({ at: unplacedStudies.triedAt })
    .from(unplacedStudies)
    .where(gt(unplacedStudies.triedAt, sql`now() - ${pause}`))
  return rows.map(({ at }) => at)
}

/** Has doctors looked for again at once, if they were last looked for until then. */
export async function forgetTries(tx: Tx<'dealing'>, until: Date): Promise<void> {
  await tx
    .update(unplacedStudies)
    .set({ triedAt: sql`to_timestamp(0)` })
    .where(lte(sql`date_trunc('milliseconds', ${unplacedStudies.triedAt})`, until))
}

/** Reports whether a study is kept that no doctor fits, or a proposal. */
export async function isAnyKept(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select exists (select 1 from ${unplacedStudies}) or exists (select 1 from ${assignmentProposals}) as kept`,
  )
  return z.tuple([z.object({ kept: z.boolean() })]).parse(rows)[0].kept
}

/**
 * An administrator assigned or unassigned the study in its present cycle, and has not left it to automatic assignment since. Events of automatic
 * assignment name it in `dealt`.
 */
const isManual = sql`exists (select 1 from study_events e where e.study_id = ${studies.id} and e.event in ('assigned', 'unassigned')
  and not e.details ? 'dealt' and e.at >= coalesce(${studies.resetAt}, '-infinity')
  and not exists (select 1 from study_events r where r.study_id = e.study_id and r.event = 'released' and r.at >= e.at))`

/** The study has one laboratory and one patient, and no question about it waits. */
const isCertain = sql`${studies.labConflictAt} is null and ${studies.severalPeopleAt} is null and (${studies.pausedUntil} is null or ${studies.pausedUntil} <= now())
  and not exists (select 1 from ${patients} where ${patients.id} = ${studies.patientRowId} and ${patients.identityReviewId} is not null)`

/** Why a study that waits is not dealt. */
export const whyLeft = sql`case when ${studies.labConflictAt} is not null then 'laboratory' when ${studies.pausedUntil} > now() then 'paused'
  when ${isCertain} then 'manual' else 'patient' end`

/** Can be dealt to a doctor. */
export const isToDeal = sql`${isWaiting} and ${isCertain} and not ${isManual}`

/** An emergency or a stat study. */
export const isUrgent = sql`(${studies.priority} in ('STAT', 'EMERGENCY') or ${studies.caseType} in ('stat', 'emergency'))`

const wasTried = sql`exists (select 1 from ${unplacedStudies} where ${unplacedStudies.studyId} = ${studies.id}
  and ${unplacedStudies.cycle} = ${studies.cycle} and ${unplacedStudies.triedAt} > now() - ${pause})`

const isProposed = sql`exists (select 1 from ${assignmentProposals} where ${assignmentProposals.studyId} = ${studies.id}
  and ${assignmentProposals.cycle} = ${studies.cycle})`

const dealingOrder = sql`${dealingRank}, due_at, id`

const Ids = z.array(z.object({ id: z.string() }))
const idsOf = (rows: unknown): string[] => Ids.parse(rows).map(({ id }) => id)

/**
 * Returns the statement for the first studies to be dealt in laboratories of a mode, in their order. It leaves out those that were tried within a
 * minute, and those with a proposal. It reads the index `studies_to_deal`.
 */
export const selectStudiesToDeal = (mode: DealingMode, limit: number): SQL => sql`
  select first.id from ${assignmentModes} cross join lateral (
    select ${studies.id} as id, ${dealingRank} as rank, ${studies.dueAt} as due_at from ${studies}
    where ${studies.labId} = ${assignmentModes.labId} and ${isToDeal} and not ${wasTried} and not ${isProposed}
    order by ${dealingOrder} limit ${limit}) first
  where ${assignmentModes.mode} = ${mode}
  order by first.rank, first.due_at, first.id limit ${limit}`

/** Returns the first studies of the pools, without those that nobody fitted within the last minute. */
export async function listPoolToCheck(db: Db, limit: number): Promise<string[]> {
  return idsOf((await db.execute(selectStudiesToDeal('pool', limit))).rows)
}

/** Locks up to `limit` studies to be dealt and returns their ids. Skips studies that others hold. */
export async function lockStudiesToDeal<T extends Before<'study'>>(
  tx: T,
  mode: DealingMode,
  limit: number,
): Promise<Taken<T, 'study', string[]>> {
  const { rows } = await tx.execute(sql`
    select id from ${studies} where id in (${selectStudiesToDeal(mode, limit)}) and ${isWaiting} for update skip locked`)
  return taken(tx, 'study', idsOf(rows))
}

/** Locks those of the studies that wait for a doctor. Returns their ids. */
export async function lockWaitingStudies<T extends Before<'study'>>(
  tx: T,
  studyIds: readonly string[],
): Promise<Taken<T, 'study', string[]>> {
  const { rows } = await tx.execute(sql`
    select id from ${studies} where id = any(${uuids(studyIds)}) and ${isWaiting} order by id for update`)
  return taken(tx, 'study', idsOf(rows))
}

/** Returns those of the studies that can be dealt at this moment. */
export const listStudiesToDeal = (db: Db, studyIds: readonly string[]): Promise<AskedStudy[]> =>
  listAskedStudies(db, studyIds, sql`${assignmentModes.labId} is not null and ${isToDeal}`)

type Unplaced = { studyId: string; cycle: number; reasons: NobodyReason[] }

/** Records that no doctor fits studies. Returns those that have other reasons than before, by the kinds of their reasons. */
export async function keepUnplaced(tx: Tx<'dealing'>, unplaced: readonly Unplaced[]): Promise<string[]> {
  if (unplaced.length === 0) return []
  const kinds = (reasons: SQL) => sql`(select coalesce(array_agg(reason->>'kind' order by reason->>'kind'), '{}')
    from jsonb_array_elements(${reasons}) reason)`
  const { rows } = await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(unplaced)}::jsonb) as given("studyId" uuid, cycle int, reasons jsonb)),
    former as (
      select given."studyId" as id from given join ${unplacedStudies} former on former.study_id = given."studyId"
      where former.cycle = given.cycle and ${kinds(sql`former.reasons`)} = ${kinds(sql`given.reasons`)}),
    kept as (
      insert into ${unplacedStudies} (study_id, cycle, reasons) select "studyId", cycle, reasons from given
      on conflict (study_id) do update set cycle = excluded.cycle, reasons = excluded.reasons, tried_at = now(),
        since = case when excluded.study_id in (select id from former) then unplaced_studies.since else now() end
      returning study_id)
    select study_id as id from kept where study_id not in (select id from former)`)
  return idsOf(rows)
}

/** Forgets that no doctor fitted studies, and what was proposed for them. */
export async function forgetWaiting(tx: Tx<'dealing'>, studyIds: readonly string[]): Promise<void> {
  if (studyIds.length === 0) return
  await tx.execute(sql`delete from ${unplacedStudies} where study_id = any(${uuids(studyIds)})`)
  await tx.execute(sql`delete from ${assignmentProposals} where study_id = any(${uuids(studyIds)})`)
}

type NewProposal = { studyId: string; cycle: number; doctorId: string; explanation: DealExplanation }

/** Stores proposals, in place of earlier ones. */
export async function keepProposals(tx: Tx<'dealing'>, proposals: readonly NewProposal[]): Promise<void> {
  if (proposals.length === 0) return
  await tx
    .insert(assignmentProposals)
    .values([...proposals])
    .onConflictDoUpdate({
      target: assignmentProposals.studyId,
      set: {
        cycle: sql`excluded.cycle`,
        doctorId: sql`excluded.doctor_id`,
        explanation: sql`excluded.explanation`,
        at: sql`now()`,
      },
    })
}

/** Returns what is proposed for studies, by their ids. */
export async function findProposals(
  db: Db,
  studyIds: readonly string[],
): Promise<Map<string, { doctorId: string; cycle: number; explanation: DealExplanation }>> {
  const rows = await db
    .select()
    .from(assignmentProposals)
    .where(inArray(assignmentProposals.studyId, [...studyIds]))
  return new Map(rows.map(({ studyId, ...proposal }) => [studyId, proposal]))
}

/** Removes what is kept of studies that do not wait any more, and the proposals of doctors who are not among `readerIds`. */
export async function forgetOutdated(tx: Tx<'dealing'>, readerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from ${unplacedStudies} where not exists (
    select 1 from ${studies} join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
    where ${studies.id} = ${unplacedStudies.studyId} and ${studies.cycle} = ${unplacedStudies.cycle} and ${isToDeal}
      and ${assignmentModes.mode} <> 'off')`)
  await tx.execute(sql`delete from ${assignmentProposals} where ${assignmentProposals.doctorId} <> all(${uuids(readerIds)}) or not exists (
    select 1 from ${studies} join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
    where ${studies.id} = ${assignmentProposals.studyId} and ${studies.cycle} = ${assignmentProposals.cycle} and ${isToDeal}
      and ${assignmentModes.mode} = 'suggest')`)
}

const Held = z.array(
  z.object({
    studyId: z.string(),
    doctorId: z.string(),
    /** All doctors who have it. */
    doctorIds: z.array(z.string()),
    /** It may go to another doctor for any reason, and not only because it is read late. */
    isFree: z.boolean(),
  }),
)
/** A study that a doctor has and does not work on. */
export type Held = z.infer<typeof Held>[number]

/** Such a doctor has done something with the study. */
const actedSince = (doctor: SQL, since: SQL) => sql`exists (
  select 1 from study_events e join ${doctors} on ${doctors.userId} = e.actor_user_id
  where e.study_id = ${studies.id} and ${doctor} and e.at >= ${since})`

/** Automatic assignment gave it to its doctor, who has not opened it, and no administrator has decided about it. */
const isUntouched = sql`(${assignmentModes.mode} <> 'off' and ${assignments.dealtBy} is not null and ${studies.status} = 'assigned_to_doctor'
  and not ${isManual} and not ${actedSince(sql`${doctors.id} = ${assignments.doctorId}`, sql`${assignments.assignedAt}`)})`

/** Its doctors have done nothing with it for a while, and nobody writes its report. */
const isAtRest = sql`(not ${actedSince(sql`${doctors.id} = any(${studies.doctorIds})`, sql`now() - interval '15 minutes'`)}
  and not exists (select 1 from ${reportHolds} where ${reportHolds.studyId} = ${studies.id} and ${reportHolds.leaseUntil} > now()))`

/** Reports whether an untouched study of a laboratory may be moved. */
const isFree = sql`(coalesce(${assignmentModes.mode} = 'assign' or ${assignmentModes.proposesMoves}, false) and ${isUntouched})`

/** Returns the statement for studies without a report that a doctor has been given more than a minute ago, with a condition. */
const selectHeld = (condition: SQL, order: SQL, limit: number) => sql`
  select ${studies.id} as "studyId", ${assignments.doctorId} as "doctorId", ${studies.doctorIds} as "doctorIds", ${isFree} as "isFree"
  from ${studies} join ${assignments} on ${assignments.studyId} = ${studies.id} and ${assignments.doctorId} = ${studies.doctorIds}[1]
    left join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId}
  where ${studies.reportedAt} is null and ${studies.dueAt} is not null and ${studies.status} in (${literals(statusesInHand)})
    and ${assignments.unassignedAt} is null and ${assignments.assignedAt} < now() - ${pause} and ${condition}
  order by ${order} limit ${limit}`

/**
 * Locks unopened studies of doctors who are gone, up to `limit`. It waits for none. Studies of doctors who come back stay where an administrator decides
 * about moves.
 */
export async function lockAbandonedStudies<T extends Before<'study'>>(
  tx: T,
  { gone, away }: { gone: readonly string[]; away: readonly string[] },
  limit: number,
): Promise<Taken<T, 'study', Held[]>> {
  const isAbandoned = sql`(${assignments.doctorId} = any(${uuids(gone)})
    or (${assignments.doctorId} = any(${uuids(away)}) and not ${assignmentModes.proposesMoves}))`
  const ofDoctors = selectHeld(sql`${isAbandoned} and ${isUntouched}`, sql`${studies.id}`, limit)
  const { rows } = await tx.execute(sql`${ofDoctors} for update of ${studies} skip locked`)
  return taken(tx, 'study', Held.parse(rows))
}

const movesItself = sql`(coalesce(${assignmentModes.mode} = 'assign' and not ${assignmentModes.proposesMoves}, false) and ${isUntouched})`
const asksFirst = sql`(not ${movesItself} and (${isFree} or ${isAtRest}))`

/** The studies of which moves are looked for. */
const movable = {
  /** Dealt again by themselves. */
  dealt: movesItself,
  /** An administrator confirms their moves. */
  proposed: asksFirst,
  /** As `proposed`, and nobody was told of them yet. */
  untold: sql`(${studies.misplacedAt} is null and ${asksFirst})`,
}
export type Movable = keyof typeof movable

/** A tick deals again in the order of due times, which `studies_deadline` has. People hear of emergencies and stat studies first. */
const movableOrder: Record<Movable, SQL> = {
  dealt: sql`${studies.dueAt}, ${studies.id}`,
  proposed: sql`${isUrgent} desc, ${studies.dueAt}, ${studies.id}`,
  untold: sql`${isUrgent} desc, ${studies.dueAt}, ${studies.id}`,
}

/** Returns the statement for the first studies of which moves are looked for. */
export const selectMovable = (which: Movable, limit: number): SQL =>
  selectHeld(sql`${movable[which]} and ${isCertain}`, movableOrder[which], limit)

export async function listMovableStudies(db: Db, which: Movable, limit: number): Promise<Held[]> {
  return Held.parse((await db.execute(selectMovable(which, limit))).rows)
}

/** Locks those of the studies that can still be moved so. It waits for none. */
export async function lockMovableStudies<T extends Before<'study'>>(
  tx: T,
  which: Movable,
  studyIds: readonly string[],
): Promise<Taken<T, 'study', Held[]>> {
  const these = selectHeld(
    sql`${movable[which]} and ${studies.id} = any(${uuids(studyIds)})`,
    sql`${studies.id}`,
    studyIds.length,
  )
  const { rows } = await tx.execute(sql`${these} for update of ${studies} skip locked`)
  return taken(tx, 'study', Held.parse(rows))
}

/** Returns how a study was dealt to a doctor who has it. Null: it was not. */
export async function findDealtBy(
  db: Db,
  { studyId, doctorId }: { studyId: string; doctorId: string },
): Promise<'assign' | 'pool' | null> {
  const [row] = await db
    .select({ dealtBy: assignments.dealtBy })
    .from(assignments)
    .where(and(eq(assignments.studyId, studyId), eq(assignments.doctorId, doctorId), isNull(assignments.unassignedAt)))
  return row?.dealtBy ?? null
}

/** Records that a doctor gave a study back. */
export async function insertRefusal(tx: Tx<'dealing'>, refusal: typeof assignmentRefusals.$inferInsert): Promise<void> {
  await tx.insert(assignmentRefusals).values(refusal).onConflictDoNothing()
}

/** Returns how many studies a doctor has given back since an instant. */
export async function countGivenBack(db: Db, doctorId: string, since: Date): Promise<number> {
  return db.$count(assignmentRefusals, and(eq(assignmentRefusals.doctorId, doctorId), gte(assignmentRefusals.at, since)))
}

/** Returns how often a study was passed over in its present cycle. */
export async function countPassedOver(db: Db, { id, cycle }: { id: string; cycle: number }): Promise<number> {
  return db.$count(
    assignmentRefusals,
    and(eq(assignmentRefusals.studyId, id), eq(assignmentRefusals.cycle, cycle), eq(assignmentRefusals.kind, 'passedOver')),
  )
}

/**
 * Returns the study that a doctor has not opened and reads before one more of a pool: an emergency or stat study, or the last one of a pool. Null: none.
 * While two laboratories claim it, no doctor sees it.
 */
export async function findUnopenedBeforePool(db: Db, doctorId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: studies.id })
    .from(assignments)
    .innerJoin(studies, eq(studies.id, assignments.studyId))
    .where(
      and(
        eq(assignments.doctorId, doctorId),
        isNull(assignments.unassignedAt),
        or(eq(assignments.dealtBy, 'pool'), isUrgent),
        eq(studies.status, 'assigned_to_doctor'),
        isNull(studies.labConflictAt),
      ),
    )
    .orderBy(desc(isUrgent), asc(studies.dueAt), asc(assignments.assignedAt))
    .limit(1)
  return row?.id ?? null
}

/** Returns the first studies of all pools in the order of work. */
export async function listPoolStudies(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select ${studies.id} as id from ${assignmentModes} join ${studies} on ${studies.labId} = ${assignmentModes.labId}
    where ${assignmentModes.mode} = 'pool' and ${isToDeal}
    order by ${sortKeyOf.dueDate}, ${studies.id} limit ${limit}`)
  return idsOf(rows)
}

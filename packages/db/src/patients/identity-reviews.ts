import type {
  IdentityMove,
  IdentityOutcome,
  IdentityReviewState,
  IdentityUnion,
} from '@readroom/contracts/patients/identity-reviews'
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { documents } from './documents.schema.ts'
import { identityDecisions, identityReviewPeople, identityReviews, patients } from './patients.schema.ts'

export type IdentityReviewRow = typeof identityReviews.$inferSelect
export type IdentityDecisionRow = typeof identityDecisions.$inferSelect

/** Opens a review. Its people are added with `addToReview`. */
export async function insertReview(tx: Tx, { labId, reason }: { labId: string | null; reason: string }): Promise<string> {
  const [row] = await tx.insert(identityReviews).values({ labId, reason }).returning({ id: identityReviews.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Puts people under an open review. Returns those who were not under one before. */
export async function addToReview(tx: Tx<'patient'>, reviewId: string, patientRowIds: readonly string[]): Promise<string[]> {
  const rows = patientRowIds.map((patientRowId) => ({ reviewId, patientRowId }))
  await tx.insert(identityReviewPeople).values(rows).onConflictDoNothing()
  await tx
    .update(identityReviews)
    .set({ version: sql`${identityReviews.version} + 1` })
    .where(eq(identityReviews.id, reviewId))
  const marked = await tx
    .update(patients)
    .set({ identityReviewId: reviewId })
    .where(and(inArray(patients.id, [...patientRowIds]), isNull(patients.identityReviewId)))
    .returning({ id: patients.id })
  return marked.map(({ id }) => id)
}

/** Takes a person out of a review. */
export async function removeFromReview(tx: Tx<'identityReview'>, reviewId: string, patientRowId: string): Promise<void> {
  const isOne = and(eq(identityReviewPeople.reviewId, reviewId), eq(identityReviewPeople.patientRowId, patientRowId))
  await tx.delete(identityReviewPeople).where(isOne)
  await tx.update(patients).set({ identityReviewId: null }).where(eq(patients.id, patientRowId))
  await tx
    .update(identityReviews)
    .set({ version: sql`${identityReviews.version} + 1` })
    .where(eq(identityReviews.id, reviewId))
}

/** Removes a review that asks nothing any more. One with decisions counts as decided. */
export async function closeReview(tx: Tx<'identityReview'>, reviewId: string): Promise<void> {
  await unmarkPeople(tx, reviewId)
  if ((await tx.$count(identityDecisions, eq(identityDecisions.reviewId, reviewId))) > 0)
    return setReviewState(tx, reviewId, 'decided')
  await tx.delete(identityReviews).where(eq(identityReviews.id, reviewId))
}

/** Takes the mark off everybody under a review. */
export async function unmarkPeople(tx: Tx<'identityReview'>, reviewId: string): Promise<void> {
  await tx.update(patients).set({ identityReviewId: null }).where(eq(patients.identityReviewId, reviewId))
}

/** Returns a review, locked until the transaction ends. Null if there is none. */
export async function lockReview<T extends Before<'identityReview'>>(
  tx: T,
  reviewId: string,
): Promise<Taken<T, 'identityReview', IdentityReviewRow | null>> {
  const [row] = await tx.select().from(identityReviews).where(eq(identityReviews.id, reviewId)).for('update')
  return taken(tx, 'identityReview', row ?? null)
}

export async function setReviewState(tx: Tx<'identityReview'>, reviewId: string, state: IdentityReviewState): Promise<void> {
  await tx
    .update(identityReviews)
    .set({ state, version: sql`${identityReviews.version} + 1` })
    .where(eq(identityReviews.id, reviewId))
}

/** The people of a review, the first one first. */
export async function listPeopleOfReview(db: Db, reviewId: string): Promise<string[]> {
  const rows = await db
    .select({ id: patients.id })
    .from(identityReviewPeople)
    .innerJoin(patients, eq(patients.id, identityReviewPeople.patientRowId))
    .where(eq(identityReviewPeople.reviewId, reviewId))
    .orderBy(asc(patients.person), asc(patients.id))
  return rows.map(({ id }) => id)
}

/** The studies of people, by their ids. */
export async function listStudiesOfPeople(db: Db, patientRowIds: readonly string[]) {
  return db
    .select()
    .from(studies)
    .where(inArray(studies.patientRowId, [...patientRowIds]))
    .orderBy(asc(studies.id))
}

/** Locks studies in the order of their ids. Returns these. */
export async function lockStudiesOfPeople<T extends Before<'study'>>(
  tx: T,
  patientRowIds: readonly string[],
): Promise<Taken<T, 'study', string[]>> {
  const rows = await tx
    .select({ id: studies.id })
    .from(studies)
    .where(inArray(studies.patientRowId, [...patientRowIds]))
    .orderBy(asc(studies.id))
    .for('update')
  return taken(
    tx,
    'study',
    rows.map(({ id }) => id),
  )
}

type RecordFields = Partial<Omit<typeof patients.$inferInsert, 'id' | 'labId' | 'patientId' | 'person'>>

/** Writes fields of a person's record, as a version of it that comes after `version`, too: nobody has read it as that of another record. */
export async function writePerson(
  tx: Tx<'patient'>,
  patientRowId: string,
  { version, ...fields }: RecordFields & { version: number },
): Promise<void> {
  await tx
    .update(patients)
    .set({ ...fields, version: sql`greatest(${patients.version}, ${version}) + 1`, updatedAt: sql`now()` })
    .where(eq(patients.id, patientRowId))
}

type NewDecision = {
  reviewId: string
  outcome: IdentityOutcome
  people: number
  moves: IdentityMove[]
  unions: IdentityUnion[]
  decidedBy: string
}

export async function insertDecision(tx: Tx<'identityReview'>, decision: NewDecision): Promise<void> {
  await tx.insert(identityDecisions).values(decision)
}

/** The last decision of a review that stands, or null. */
export async function findStandingDecision(db: Db, reviewId: string): Promise<IdentityDecisionRow | null> {
  const [row] = await db
    .select()
    .from(identityDecisions)
    .where(and(eq(identityDecisions.reviewId, reviewId), isNull(identityDecisions.undoneAt)))
    .orderBy(desc(identityDecisions.decidedAt), desc(identityDecisions.id))
    .limit(1)
  return row ?? null
}

export async function markUndone(tx: Tx<'identityReview'>, decisionId: string, undoneBy: string): Promise<void> {
  await tx.update(identityDecisions).set({ undoneBy, undoneAt: sql`now()` }).where(eq(identityDecisions.id, decisionId))
}

export async function countOpenReviews(db: Db): Promise<number> {
  return db.$count(identityReviews, eq(identityReviews.state, 'open'))
}

type ReviewPage = { state: IdentityReviewState; page: number; limit: number }

/** A page of reviews, the newest first. */
export async function listReviews(db: Db, { state, page, limit }: ReviewPage) {
  const rows = await db
    .select({ review: identityReviews, laboratory: labs.name })
    .from(identityReviews)
    .leftJoin(labs, eq(labs.id, identityReviews.labId))
    .where(eq(identityReviews.state, state))
    .orderBy(desc(identityReviews.openedAt), desc(identityReviews.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await db.$count(identityReviews, eq(identityReviews.state, state)) }
}

/** The people of reviews, each with its number of documents, in the order in which they are shown. */
export async function listReviewedPeople(db: Db, reviewIds: readonly string[]) {
  const present = and(eq(documents.patientRowId, patients.id), isNull(documents.deletedAt))
  const inDocuments = db.select({ n: count() }).from(documents).where(present)
  return db
    .select({ reviewId: identityReviewPeople.reviewId, patient: patients, documents: sql<number>`(${inDocuments})::int` })
    .from(identityReviewPeople)
    .innerJoin(patients, eq(patients.id, identityReviewPeople.patientRowId))
    .where(inArray(identityReviewPeople.reviewId, [...reviewIds]))
    .orderBy(asc(patients.person), asc(patients.id))
}

/** The decisions of reviews with the names of the administrators, newest first. */
export async function listDecisions(db: Db, reviewIds: readonly string[]) {
  const undoer = alias(users, 'undoer')
  return db
    .select({ decision: identityDecisions, decidedBy: users.fullName, undoneBy: undoer.fullName })
    .from(identityDecisions)
    .innerJoin(users, eq(users.id, identityDecisions.decidedBy))
    .leftJoin(undoer, eq(undoer.id, identityDecisions.undoneBy))
    .where(inArray(identityDecisions.reviewId, [...reviewIds]))
    .orderBy(desc(identityDecisions.decidedAt), desc(identityDecisions.id))
}

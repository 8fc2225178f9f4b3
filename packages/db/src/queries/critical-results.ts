import { type CriticalMethod, criticalCategories, criticalTimes } from '@readroom/contracts/critical-results'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../client.ts'
import { labStaff, labs, users } from '../schema/accounts.ts'
import { criticalCommunications, criticalResults } from '../schema/critical-results.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import type { Viewer } from './worklist-filters.ts'

const marker = alias(users, 'marker')
const acknowledged = alias(criticalCommunications, 'acknowledged')

const notified = (what: SQL) =>
  sql`(select ${what} from ${criticalCommunications} c where c.result_id = ${criticalResults.id} and c.kind = 'notified')`

function selectResults(db: Db) {
  return db
    .select({
      result: criticalResults,
      markedBy: marker.fullName,
      patientName: studies.patientName,
      patientId: studies.patientId,
      accessionNumber: studies.accessionNumber,
      laboratory: labs.name,
      times: notified(sql`count(*)::int`).mapWith(Number),
      lastAt: notified(sql`max(c.at)`).mapWith(criticalResults.foundAt),
      acknowledged: { name: acknowledged.name, at: acknowledged.at },
    })
    .from(criticalResults)
    .innerJoin(studies, eq(studies.id, criticalResults.studyId))
    .innerJoin(marker, eq(marker.id, criticalResults.markedBy))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(acknowledged, and(eq(acknowledged.resultId, criticalResults.id), eq(acknowledged.kind, 'acknowledged')))
}
/** Whom somebody told, how and when. */
type Told = { name: string; telephone: string; method: CriticalMethod; by: string; at: Date }
type Selected = Awaited<ReturnType<typeof selectResults>>[number]
export type CriticalRecord = Selected & { told: Told[] }

/** With whom somebody told of each, oldest first. */
async function withTold(db: Db, results: readonly Selected[]): Promise<CriticalRecord[]> {
  const ids = results.map(({ result }) => result.id)
  const { resultId, name, telephone, method, at, kind } = criticalCommunications
  const rows = await db
    .select({ resultId, name, telephone, method, at, by: users.fullName })
    .from(criticalCommunications)
    .innerJoin(users, eq(users.id, criticalCommunications.userId))
    .where(and(inArray(resultId, ids), eq(kind, 'told')))
    .orderBy(asc(at), asc(criticalCommunications.id))
  const toldOf = ({ result }: Selected) =>
    rows.flatMap((row) => (row.resultId === result.id && row.method !== null ? [{ ...row, method: row.method }] : []))
  return results.map((result) => ({ ...result, told: toldOf(result) }))
}

const isOpen = sql`${acknowledged.id} is null`

/** A study's critical results, newest first. */
export async function listCriticalResults(db: Db, studyId: string): Promise<CriticalRecord[]> {
  const results = await selectResults(db)
    .where(eq(criticalResults.studyId, studyId))
    .orderBy(desc(criticalResults.foundAt), desc(criticalResults.id))
  return withTold(db, results)
}

/** Those of the viewer's studies that nobody has acknowledged, the first due first. */
export async function listOpenCriticalResults(db: Db, viewer: Viewer): Promise<CriticalRecord[]> {
  const results = await selectResults(db)
    .where(and(isOpen, visibleStudies(viewer)))
    .orderBy(asc(criticalResults.dueAt), asc(criticalResults.id))
  return withTold(db, results)
}

/** The ids of those that are open and of which the laboratory was last told longer ago than their category allows. Their studies are locked until the transaction ends. */
export async function lockUnheard(tx: Tx): Promise<{ id: string; studyId: string }[]> {
  const minutes = sql.join(
    criticalCategories.map((category) => sql`when ${category} then ${criticalTimes[category].remindMinutes}`),
    sql` `,
  )
  const { rows } = await tx.execute<{ id: string; study_id: string }>(sql`
    select r.id, r.study_id from ${criticalResults} r join ${studies} s on s.id = r.study_id and s.lab_id is not null
    where not exists (select 1 from ${criticalCommunications} c where c.result_id = r.id and c.kind = 'acknowledged')
      and coalesce((select max(c.at) from ${criticalCommunications} c where c.result_id = r.id and c.kind = 'notified'), '-infinity')
        <= now() - make_interval(mins => (case r.category ${minutes} end)::int)
    order by r.due_at for update of s skip locked`)
  return rows.map(({ id, study_id: studyId }) => ({ id, studyId }))
}

/** Answers the id of what was marked, and whether it was by this very request. */
export async function insertCriticalResult(
  tx: Tx,
  result: Omit<typeof criticalResults.$inferInsert, 'dueAt'>,
): Promise<{ id: string; isNew: boolean }> {
  const { dueMinutes } = criticalTimes[result.category]
  const dueAt = sql`now() + make_interval(mins => ${dueMinutes}::int)`
  const [row] = await tx
    .insert(criticalResults)
    .values({ ...result, dueAt })
    .onConflictDoNothing({ target: criticalResults.requestId })
    .returning({ id: criticalResults.id })
  if (row) return { id: row.id, isNew: true }
  const [before] = await tx
    .select({ id: criticalResults.id })
    .from(criticalResults)
    .where(and(eq(criticalResults.requestId, result.requestId), eq(criticalResults.studyId, result.studyId)))
  if (!before) throw new Error('the request was of another study')
  return { id: before.id, isNew: false }
}

/** The laboratory is being told. */
export async function insertNotified(tx: Tx, resultIds: readonly string[]): Promise<void> {
  await tx.insert(criticalCommunications).values(resultIds.map((resultId) => ({ resultId, kind: 'notified' as const, name: '' })))
}

/** Answers false where the same request has before. */
export async function insertTold(
  tx: Tx,
  told: { resultId: string; userId: string; requestId: string; name: string; telephone: string; method: CriticalMethod },
): Promise<boolean> {
  const made = await tx
    .insert(criticalCommunications)
    .values({ ...told, kind: 'told' })
    .onConflictDoNothing()
    .returning({ id: criticalCommunications.id })
  return made.length > 0
}

/** Answers false where somebody has before. */
export async function insertAcknowledged(tx: Tx, by: { resultId: string; userId: string; name: string }): Promise<boolean> {
  const made = await tx
    .insert(criticalCommunications)
    .values({ ...by, kind: 'acknowledged' })
    .onConflictDoNothing()
    .returning({ id: criticalCommunications.id })
  return made.length > 0
}

/** Who is told of an open one, and how it is known to them: the laboratory's contact, and those of its staff who can sign in. Null where it is not open. */
export async function findCriticalNotice(db: Db, resultId: string) {
  const [row] = await db
    .select({
      category: criticalResults.category,
      accessionNumber: studies.accessionNumber,
      labId: labs.id,
      labName: labs.name,
      contact: labs.contactEmail,
    })
    .from(criticalResults)
    .innerJoin(studies, eq(studies.id, criticalResults.studyId))
    .innerJoin(labs, eq(labs.id, studies.labId))
    .leftJoin(acknowledged, and(eq(acknowledged.resultId, criticalResults.id), eq(acknowledged.kind, 'acknowledged')))
    .where(and(eq(criticalResults.id, resultId), isOpen))
  if (!row) return null
  const staffIds = db.select({ id: labStaff.userId }).from(labStaff).where(eq(labStaff.labId, row.labId))
  const staff = await db
    .select({ to: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, staffIds), eq(users.isActive, true), sql`${users.deletedAt} is null`))
    .orderBy(users.id)
  const all = [...(row.contact === null ? [] : [{ to: 'contact', email: row.contact }]), ...staff]
  const first = (email: string) => all.findIndex((other) => other.email.toLowerCase() === email.toLowerCase())
  return { ...row, recipients: all.filter(({ email }, index) => first(email) === index) }
}

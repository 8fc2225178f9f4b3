import { type CriticalMethod, criticalCategories, criticalTimes } from '@readroom/contracts/reports/critical-results'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { labStaff, labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { criticalCommunications, criticalResults } from './critical-results.schema.ts'

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
/** The people notified by a doctor, with method and time. */
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

/** Those of the caller's studies that nobody has acknowledged, the first due first. */
export async function listOpenCriticalResults(db: Db, caller: Caller): Promise<CriticalRecord[]> {
  const results = await selectResults(db)
    .where(and(isOpen, visibleStudies(caller)))
    .orderBy(asc(criticalResults.dueAt), asc(criticalResults.id))
  return withTold(db, results)
}

/** The ids of those that are open and of which the laboratory was last told longer ago than their category allows. Locks their studies, but for those that others hold: it waits for none. */
export async function lockUnheard<T extends Before<'study'>>(
  tx: T,
): Promise<Taken<T, 'study', { id: string; studyId: string }[]>> {
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
  return taken(
    tx,
    'study',
    rows.map(({ id, study_id: studyId }) => ({ id, studyId })),
  )
}

type NewCriticalResult = Pick<typeof criticalResults.$inferInsert, 'studyId' | 'category' | 'finding' | 'markedBy'>

/** Returns the id of the critical result. */
export async function insertCriticalResult(tx: Tx, result: NewCriticalResult): Promise<string> {
  const { dueMinutes } = criticalTimes[result.category]
  const dueAt = sql`now() + make_interval(mins => ${dueMinutes}::int)`
  const [row] = await tx
    .insert(criticalResults)
    .values({ ...result, dueAt })
    .returning({ id: criticalResults.id })
  if (!row) throw new Error('no critical result was inserted')
  return row.id
}

/** The laboratory is being told. */
export async function insertNotified(tx: Tx, resultIds: readonly string[]): Promise<void> {
  await tx.insert(criticalCommunications).values(resultIds.map((resultId) => ({ resultId, kind: 'notified' as const, name: '' })))
}

/** Somebody has told a person of it. */
export async function insertTold(
  tx: Tx,
  told: { resultId: string; userId: string; name: string; telephone: string; method: CriticalMethod },
): Promise<void> {
  await tx.insert(criticalCommunications).values({ ...told, kind: 'told' })
}

/** Returns false if somebody has before. */
export async function insertAcknowledged(tx: Tx, by: { resultId: string; userId: string; name: string }): Promise<boolean> {
  const made = await tx
    .insert(criticalCommunications)
    .values({ ...by, kind: 'acknowledged' })
    .onConflictDoNothing()
    .returning({ id: criticalCommunications.id })
  return made.length > 0
}

/** The recipients of an open one: the laboratory's contact, and those of its staff who can sign in. Null if it is not open. */
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

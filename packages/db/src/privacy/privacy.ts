import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { privacyActions } from './privacy.schema.ts'

export type PrivacyActionRow = typeof privacyActions.$inferSelect
type NewAction = typeof privacyActions.$inferInsert

/** The patient's studies, without locks. */
export async function listStudiesOfSubject(db: Db, patientRowId: string) {
  return db.select().from(studies).where(eq(studies.patientRowId, patientRowId)).orderBy(asc(studies.id))
}

export async function setHold(tx: Tx<'patient'>, patientRowId: string, holdReason: string | null): Promise<void> {
  await tx.update(patients).set({ holdReason, updatedAt: sql`now()` }).where(eq(patients.id, patientRowId))
}

/** Null if one of the kind is under way for the patient. */
export async function insertPrivacyAction(tx: Tx, action: NewAction): Promise<PrivacyActionRow | null> {
  const [row] = await tx.insert(privacyActions).values(action).onConflictDoNothing().returning()
  return row ?? null
}

export async function lockPrivacyAction(tx: Tx, id: string): Promise<PrivacyActionRow | null> {
  const [row] = await tx.select().from(privacyActions).where(eq(privacyActions.id, id)).for('update')
  return row ?? null
}

export async function findPrivacyAction(db: Db, id: string): Promise<PrivacyActionRow | null> {
  const [row] = await db.select().from(privacyActions).where(eq(privacyActions.id, id))
  return row ?? null
}

/** Returns an export that is done and has not expired; null if there is none. */
export async function findExportToDownload(db: Db, id: string): Promise<PrivacyActionRow | null> {
  const isDone = and(eq(privacyActions.kind, 'export'), eq(privacyActions.state, 'done'))
  const [row] = await db
    .select()
    .from(privacyActions)
    .where(and(eq(privacyActions.id, id), isDone, gt(privacyActions.expiresAt, sql`now()`)))
  return row ?? null
}

/** `objectKey`: only if the build in hand is still this one. `isFinished`: by the database's clock. Returns whether there was such a row. */
export async function updatePrivacyAction(
  db: Db,
  { id, objectKey, unlessDone = false }: { id: string; objectKey?: string; unlessDone?: boolean },
  change: Partial<NewAction> & { isFinished?: true },
): Promise<boolean> {
  const isHeld = and(
    objectKey === undefined ? undefined : eq(privacyActions.objectKey, objectKey),
    unlessDone ? ne(privacyActions.state, 'done') : undefined,
  )
  const { isFinished, ...set } = change
  const { rowCount } = await db
    .update(privacyActions)
    .set({ ...set, ...(isFinished && { finishedAt: sql`now()` }) })
    .where(and(eq(privacyActions.id, id), isHeld))
  return (rowCount ?? 0) > 0
}

/** A page, the newest first, with the names of who asked, and the ids of patients who are still there. */
export async function listPrivacyActions(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .select({ action: privacyActions, requestedBy: users.fullName, patientId: patients.patientId })
    .from(privacyActions)
    .leftJoin(users, eq(users.id, privacyActions.requestedBy))
    .leftJoin(patients, eq(patients.id, privacyActions.subjectId))
    .orderBy(desc(privacyActions.requestedAt), desc(privacyActions.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await db.$count(privacyActions) }
}

/** Ends exports of patients, whose objects go. */
export async function endExportsOf(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  await tx
    .update(privacyActions)
    .set({ state: 'expired', objectKey: null, finishedAt: sql`coalesce(${privacyActions.finishedAt}, now())` })
    .where(
      and(
        eq(privacyActions.kind, 'export'),
        inArray(privacyActions.subjectId, [...patientRowIds]),
        inArray(privacyActions.state, ['queued', 'running', 'done', 'failed']),
      ),
    )
}

/** Actions that nothing has happened to for an hour and that are not finished. */
export async function listStuckActions(db: Db): Promise<PrivacyActionRow[]> {
  const isOld = lt(privacyActions.requestedAt, sql`now() - interval '1 hour'`)
  const isOpen = inArray(privacyActions.state, ['queued', 'running'])
  const failedErasure = and(eq(privacyActions.state, 'failed'), sql`${privacyActions.kind} <> 'export'`)
  return db
    .select()
    .from(privacyActions)
    .where(and(isOld, or(isOpen, failedErasure)))
    .orderBy(asc(privacyActions.requestedAt))
    .limit(100)
}

/** Exports whose time is over and whose object is still there. */
export async function listEndedExports(db: Db): Promise<PrivacyActionRow[]> {
  const isOver = and(eq(privacyActions.state, 'done'), lt(privacyActions.expiresAt, sql`now()`))
  return db
    .select()
    .from(privacyActions)
    .where(and(eq(privacyActions.kind, 'export'), isOver))
    .limit(100)
}

/** Actions that took something away, in the order in which they were asked for; those after one of them. */
export async function listRemovalActions(db: Db, after: string | null, limit: number): Promise<PrivacyActionRow[]> {
  const { id, kind, requestedAt } = privacyActions
  const place = sql`(select requested_at, id from privacy_actions where id = ${after}::uuid)`
  const isLater = after === null ? undefined : sql`(${requestedAt}, ${id}) > ${place}`
  return db
    .select()
    .from(privacyActions)
    .where(and(ne(kind, 'export'), isLater))
    .orderBy(asc(requestedAt), asc(id))
    .limit(limit)
}

/** Returns those of these actions that the database does not know. */
export async function listUnknownActions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute(sql`select id::text from unnest(${sql.param([...ids])}::uuid[]) id
    where not exists (select 1 from privacy_actions a where a.id = id.id)`)
  return new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => id),
  )
}

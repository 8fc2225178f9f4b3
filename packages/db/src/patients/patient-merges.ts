import type { MergeNoticeKind } from '@readroom/contracts/reports/results'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { documents } from './documents.schema.ts'
import { patientMerges, patients } from './patients.schema.ts'

export type PatientMergeRow = typeof patientMerges.$inferSelect

/** Selects people and all who were merged into them, over several steps, with the person whom each is now. */
export const familyOf = (patientRowIds: readonly string[]): SQL => sql`with recursive family (id, head) as (
    select id, id from patients where id = any(${uuids(patientRowIds)})
    union select p.id, f.head from family f join patients p on p.merged_into = f.id)`

const KnownId = z.object({ patientRowId: z.string(), labId: z.string().nullable(), patientId: z.string() })
export type KnownId = z.infer<typeof KnownId>

/** Returns every patient ID that people have, had, or took over, each once for each person. */
export async function listKnownIds(db: Db, patientRowIds: readonly string[]): Promise<KnownId[]> {
  const { rows } = await db.execute(sql`${familyOf(patientRowIds)}
    select f.head as "patientRowId", p.lab_id as "labId", p.patient_id as "patientId"
      from family f join patients p on p.id = f.id where p.patient_id is not null
    union select f.head, a.lab_id, a.patient_id from family f join patient_aliases a on a.patient_row_id = f.id
    order by 1, 3`)
  return z.array(KnownId).parse(rows)
}

/** Selects all IDs of a study's patient, as a column beside the study. */
export const knownIdsOfStudy = sql<string[]>`array(with recursive family (id) as (
    select ${studies.patientRowId} union select p.id from family f join patients p on p.merged_into = f.id)
  select p.patient_id from family f join patients p on p.id = f.id where p.patient_id is not null
  union select a.patient_id from family f join patient_aliases a on a.patient_row_id = f.id
  union select ${studies.patientId} where ${studies.patientId} is not null)`

type NewMerge = typeof patientMerges.$inferInsert

/** Returns the id of the new merge. */
export async function insertMerge(tx: Tx<'patient'>, merge: NewMerge): Promise<string> {
  const [row] = await tx.insert(patientMerges).values(merge).returning({ id: patientMerges.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Queues a merge, or its end, for the webhooks of its laboratory that want it. */
export async function insertMergeDeliveries(tx: Tx<'patient'>, mergeId: string, kind: MergeNoticeKind): Promise<void> {
  await tx.execute(sql`insert into result_deliveries (destination_id, merge_id, kind, control_id)
    select d.id, m.id, ${kind}::text, left(replace(gen_random_uuid()::text, '-', ''), 20)
    from patient_merges m
    join result_destinations d on d.lab_id = m.lab_id and wants_events(d, 'patients')
    where m.id = ${mergeId} order by d.id`)
}

export async function findMerge(db: Db, mergeId: string): Promise<PatientMergeRow | null> {
  const [row] = await db.select().from(patientMerges).where(eq(patientMerges.id, mergeId))
  return row ?? null
}

export async function markMergeUndone(tx: Tx<'patient'>, mergeId: string, undoneBy: string): Promise<void> {
  await tx.update(patientMerges).set({ undoneBy, undoneAt: sql`now()` }).where(eq(patientMerges.id, mergeId))
}

/** Returns true if a person undid a merge of these two, whichever of them had stayed. */
export async function wasMergeUndone(db: Db, one: string, other: string): Promise<boolean> {
  const pair = or(
    and(eq(patientMerges.fromRowId, one), eq(patientMerges.intoRowId, other)),
    and(eq(patientMerges.fromRowId, other), eq(patientMerges.intoRowId, one)),
  )
  return (await db.$count(patientMerges, and(pair, isNotNull(patientMerges.undoneAt)))) > 0
}

const undoer = alias(users, 'undoer')
const merged = alias(patients, 'merged')
const kept = alias(patients, 'kept')

const selectMerges = (db: Db) =>
  db
    .select({
      merge: patientMerges,
      laboratory: labs.name,
      formerId: merged.patientId,
      patientId: kept.patientId,
      isMergedLater: sql<boolean>`${kept.mergedInto} is not null`,
      studyId: sql<string | null>`(select s.id from ${studies} s where s.patient_row_id = ${kept.id} order by s.id desc limit 1)`,
      mergedBy: users.fullName,
      undoneBy: undoer.fullName,
    })
    .from(patientMerges)
    .innerJoin(labs, eq(labs.id, patientMerges.labId))
    .innerJoin(merged, eq(merged.id, patientMerges.fromRowId))
    .innerJoin(kept, eq(kept.id, patientMerges.intoRowId))
    .leftJoin(users, eq(users.id, patientMerges.mergedBy))
    .leftJoin(undoer, eq(undoer.id, patientMerges.undoneBy))
    .orderBy(desc(patientMerges.mergedAt), desc(patientMerges.id))

export type ListedMerge = Awaited<ReturnType<typeof selectMerges>>[number]

/** Returns a page of merges, the newest first. */
export async function listMerges(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await selectMerges(db)
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await db.$count(patientMerges) }
}

/** Returns the merges in which a person, or somebody who was merged into them, took part. */
export async function listMergesOf(db: Db, patientRowId: string): Promise<ListedMerge[]> {
  const family = sql`(${familyOf([patientRowId])} select id from family)`
  return selectMerges(db)
    .where(or(sql`${patientMerges.fromRowId} in ${family}`, sql`${patientMerges.intoRowId} in ${family}`))
    .limit(100)
}

/** Counts the documents of people. */
export async function countDocumentsOf(db: Db, patientRowIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ patientRowId: documents.patientRowId, n: count() })
    .from(documents)
    .where(and(inArray(documents.patientRowId, [...patientRowIds]), isNull(documents.deletedAt)))
    .groupBy(documents.patientRowId)
    .orderBy(asc(documents.patientRowId))
  return new Map(rows.map(({ patientRowId, n }) => [patientRowId, n]))
}

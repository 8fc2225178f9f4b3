import type { PrivacyCounts } from '@readroom/contracts/privacy'
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { patients } from '../schema/patients.ts'
import { privacyActions, privacyRemovals } from '../schema/privacy.ts'
import { sortKeyOf, studies } from '../schema/studies.ts'

export type PrivacyActionRow = typeof privacyActions.$inferSelect
type NewAction = typeof privacyActions.$inferInsert
export type Removal = Pick<typeof privacyRemovals.$inferSelect, 'kind' | 'key'>

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`

const Counts = z.object({
  studies: z.coerce.number(),
  images: z.coerce.number(),
  reports: z.coerce.number(),
  documents: z.coerce.number(),
  comments: z.coerce.number(),
})

/** What there is of these studies. */
export async function countOfStudies(db: Db, ids: readonly string[]): Promise<PrivacyCounts> {
  const { rows } = await db.execute(sql`
    select count(*) as studies, coalesce(sum(image_count), 0) as images,
      (select count(*) from reports where study_id = any(${uuids(ids)}) and deleted_at is null) as reports,
      (select count(*) from documents where study_id = any(${uuids(ids)}) and deleted_at is null) as documents,
      (select count(*) from study_discussions where study_id = any(${uuids(ids)})) as comments
    from studies where id = any(${uuids(ids)})`)
  return Counts.parse(rows[0])
}

/** Of these studies, those whose report somebody writes at this moment, or has a draft of. */
export async function countBeingWritten(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*) as n from report_holds where study_id = any(${uuids(ids)}) and lease_until > now()`)
  return z.object({ n: z.coerce.number() }).parse(rows[0]).n
}

/** The patient's studies, without locks. */
export async function listStudiesOfSubject(db: Db, patientRowId: string) {
  return db.select().from(studies).where(eq(studies.patientRowId, patientRowId)).orderBy(asc(studies.id))
}

/** The archive will not have the studies' images any more; answers of before are out of date. */
export async function noteImagesRemoved(tx: Tx, studyId: string): Promise<void> {
  await tx
    .update(studies)
    .set({ imagesMissingAt: sql`now()`, archiveVersion: sql`${studies.archiveVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}

export async function setHold(tx: Tx, patientRowId: string, holdReason: string | null): Promise<void> {
  await tx.update(patients).set({ holdReason, updatedAt: sql`now()` }).where(eq(patients.id, patientRowId))
}

/** Null where one of the kind is under way for the patient. */
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

/** `objectKey`: only where the build in hand is still this one. `isFinished`: by the database's clock. Answers whether there was such a row. */
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

/** Objects of these studies, and of ZIPs and exports that hold them. */
const objectsOf = (ids: readonly string[], patientRowIds: readonly string[]): SQL => sql`
  select object_key as key from reports where study_id = any(${uuids(ids)})
  union select w.object_key from report_word_documents w join reports r on r.id = w.report_id where r.study_id = any(${uuids(ids)})
  union select object_key from documents where study_id = any(${uuids(ids)})
  union select z.object_key from zips z join zip_studies s on s.zip_id = z.id where s.study_id = any(${uuids(ids)}) and z.object_key is not null
  union select object_key from privacy_actions where subject_id = any(${uuids(patientRowIds)}) and object_key is not null`

/** Notes what is to be removed outside of the database. */
export async function noteRemovals(tx: Tx, actionId: string, ids: readonly string[], patientRowIds: readonly string[]) {
  await tx.execute(sql`insert into privacy_removals (action_id, kind, key)
    select ${actionId}::uuid, 'study', orthanc_id from studies where id = any(${uuids(ids)})
    union all select ${actionId}::uuid, 'object', key from (${objectsOf(ids, patientRowIds)}) o`)
}

/** The same of the images alone, with the ZIPs and exports that hold them. */
export async function noteImageRemovals(tx: Tx, actionId: string, ids: readonly string[], patientRowIds: readonly string[]) {
  await tx.execute(sql`insert into privacy_removals (action_id, kind, key)
    select ${actionId}::uuid, 'study', orthanc_id from studies where id = any(${uuids(ids)})
    union all select ${actionId}::uuid, 'object', key from (
      select z.object_key as key from zips z join zip_studies s on s.zip_id = z.id
        where s.study_id = any(${uuids(ids)}) and z.object_key is not null
      union select object_key from privacy_actions where subject_id = any(${uuids(patientRowIds)}) and object_key is not null) o`)
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

/** ZIPs with the images of these studies, whoever's. */
export async function deleteZipsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from tickets where zip_id in (select zip_id from zip_studies where study_id = any(${uuids(ids)}))`)
  await tx.execute(sql`delete from zips where id in (select zip_id from zip_studies where study_id = any(${uuids(ids)}))`)
}

/** Tables with rows of a study by `study_id`, those first that others do not refer to. */
export const tablesOfStudies = [
  ...([
    'tickets',
    'viewer_grants',
    'window_grants',
    'reading_asides',
    'archived_reports',
    'report_dispatches',
    'share_links',
    'downloads',
  ] as const),
  ...(['reports', 'documents', 'study_discussions', 'report_drafts', 'report_holds', 'assignments', 'prior_openings'] as const),
] as const

/**
 * Removes studies and everything that hangs on them from the database, and patients who have none left. The studies are locked, and
 * `noteRemovals` has said what is to go elsewhere.
 */
export async function eraseStudyRows(tx: Tx, ids: readonly string[]): Promise<void> {
  const chosen = uuids(ids)
  await deleteZipsOf(tx, ids)
  await tx.execute(
    sql`delete from report_word_documents where report_id in (select id from reports where study_id = any(${chosen}))`,
  )
  for (const table of tablesOfStudies) await tx.execute(sql`delete from ${sql.identifier(table)} where study_id = any(${chosen})`)
  await tx.execute(sql`select erase_append_only(${chosen})`)
  await tx.execute(
    sql`delete from intake_failures where orthanc_id in (select orthanc_id from studies where id = any(${chosen}))`,
  )
  await tx.execute(sql`delete from refusals
    where study_instance_uid in (select study_instance_uid from studies where id = any(${chosen}))`)
  await tx.execute(sql`delete from studies where id = any(${chosen})`)
}

/** Of these patients those who have no study left. */
export async function erasePatientRows(tx: Tx, patientRowIds: readonly string[]): Promise<void> {
  const chosen = uuids(patientRowIds)
  const isEmpty = sql`id = any(${chosen}) and not exists (select 1 from studies s where s.patient_row_id = patients.id)`
  await tx.execute(sql`delete from documents where patient_row_id in (select id from patients where ${isEmpty})`)
  await tx.execute(sql`delete from patients where ${isEmpty}`)
}

/** So long an answer of the archive may be on its way that was given before a study was removed. */
const answersOnTheirWay = sql`interval '1 minute'`

/** A study is being removed from the archive, or was a moment ago: what the archive said of it may be older than that. */
export async function isBeingRemoved(tx: Tx, orthancId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from privacy_removals where kind = 'study' and key = ${orthancId}
    and (removed_at is null or removed_at > now() - ${answersOnTheirWay}) limit 1`)
  return rows.length > 0
}

/** What an action has yet to remove. */
export async function listRemovals(db: Db, actionId: string, limit: number): Promise<Removal[]> {
  const { kind, key } = privacyRemovals
  return db
    .select({ kind, key })
    .from(privacyRemovals)
    .where(and(eq(privacyRemovals.actionId, actionId), isNull(privacyRemovals.removedAt)))
    .orderBy(desc(kind), asc(key))
    .limit(limit)
}

export async function markRemoved(db: Db, actionId: string, { kind, key }: Removal): Promise<void> {
  const own = and(eq(privacyRemovals.actionId, actionId), eq(privacyRemovals.kind, kind), eq(privacyRemovals.key, key))
  await db.update(privacyRemovals).set({ removedAt: sql`now()` }).where(own)
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

/** Finished so long ago (by the expression of the index `studies_reported`), by a report that stands; of patients who are not on hold, and whom nobody writes of. */
const dueFor = (age: SQL): SQL => sql`${sortKeyOf.reportedDate} > '-infinity' and ${sortKeyOf.reportedDate} < now() - ${age}
  and s.tab = 'completed'
  and not exists (select 1 from report_holds h where h.study_id = s.id and h.lease_until > now())
  and not exists (select 1 from report_drafts d where d.study_id = s.id)`
const notHeld = sql`p.hold_reason is null`
const imagesDue = (days: number): SQL =>
  sql`${dueFor(sql`make_interval(days => ${days})`)} and s.images_missing_at is null and s.image_count > 0`
const studiesDue = (years: number): SQL => dueFor(sql`make_interval(years => ${years})`)
const withPatients = sql`studies s join patients p on p.id = s.patient_row_id`

export type RetentionRule = { kind: 'images'; days: number } | { kind: 'studies'; years: number }
const due = (rule: RetentionRule): SQL => (rule.kind === 'images' ? imagesDue(rule.days) : studiesDue(rule.years))

const N = z.object({ n: z.coerce.number(), held: z.coerce.number() })

/** How many studies a rule would take now, and how many it leaves because their patients are on hold. */
export async function countDue(db: Db, rule: RetentionRule): Promise<{ n: number; held: number }> {
  const { rows } =
    await db.execute(sql`select count(*) filter (where ${notHeld}) as n, count(*) filter (where not ${notHeld}) as held
    from ${withPatients} where ${due(rule)}`)
  return N.parse(rows[0])
}

const DueRow = z.object({ id: z.uuid(), patientRowId: z.uuid() })

/** Studies that a rule takes now, locked, in the order of everybody's locks. Those that somebody else has locked are left to the next run. */
export async function lockDue(tx: Tx, rule: RetentionRule, limit: number) {
  const { rows } = await tx.execute(sql`select s.id, s.patient_row_id as "patientRowId" from ${withPatients}
    where ${due(rule)} and ${notHeld} order by s.id limit ${limit} for update of s skip locked`)
  return z.array(DueRow).parse(rows)
}

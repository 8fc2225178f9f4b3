import { viewModalities } from '@readroom/contracts/studies/modalities'
import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { type PgInsertValue, type PgUpdateSetSource, union } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../core/client.ts'
import { type Before, inserted, type Taken, taken } from '../../core/locks.ts'
import { labAeTitles } from '../../people/labs.schema.ts'
import { series } from '../series.schema.ts'
import { studies, type timelineColumns } from '../studies.schema.ts'
import { studyEventLog } from '../study-events.schema.ts'
import { intakeFailures } from './intake-failures.schema.ts'

export type IntakeStudy = typeof studies.$inferSelect
export type IntakeSeries = Omit<typeof series.$inferInsert, 'id' | 'studyId'>

/** The facts that a study's own images state. */
export type StudyDescription = Pick<
  IntakeStudy,
  | 'dicomPatientId'
  | 'dicomPatientName'
  | 'nameUnreadable'
  | 'dicomPatientSex'
  | 'dicomPatientBirthDate'
  | 'dicomPatientAge'
  | 'contradictedAge'
  | 'dicomAccessionNumber'
  | 'dicomDescription'
  | 'dicomReferringPhysician'
  | 'dicomRequestingPhysician'
  | 'dicomOperatorName'
  | 'dicomOrderDate'
  | 'institution'
  | 'studyDate'
  | 'studyTime'
>

/** The laboratory that sends under an AE title, whatever its case; null if none is known. */
export async function findLabOfAeTitle(db: Db, aeTitle: string): Promise<string | null> {
  const [row] = await db
    .select({ labId: labAeTitles.labId })
    .from(labAeTitles)
    .where(eq(labAeTitles.aeTitle, sql`upper(${aeTitle})`))
  return row?.labId ?? null
}

/** The laboratories that send under these AE titles, each once. */
export async function listLabsOfAeTitles(db: Db, aeTitles: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ labId: labAeTitles.labId })
    .from(labAeTitles)
    .where(inArray(labAeTitles.aeTitle, aeTitles))
  return rows.map(({ labId }) => labId)
}

/** The laboratories that a study is known to come from: those of its series, and those whose conflict was shown to administrators. */
export async function listKnownLabs(db: Db, orthancId: string): Promise<string[]> {
  const ofSeries = db
    .select({ labId: labAeTitles.labId })
    .from(series)
    .innerJoin(studies, eq(studies.id, series.studyId))
    .innerJoin(labAeTitles, eq(labAeTitles.aeTitle, series.callingAeTitle))
    .where(eq(studies.orthancId, orthancId))
  const ofConflicts = db
    .select({ labId: sql<string>`jsonb_array_elements_text(${studyEventLog.details}->'labIds')::uuid`.as('lab_id') })
    .from(studyEventLog)
    .innerJoin(studies, eq(studies.id, studyEventLog.studyId))
    .where(and(eq(studies.orthancId, orthancId), eq(studyEventLog.event, 'lab_conflict')))
  const rows = await union(ofSeries, ofConflicts)
  return rows.map(({ labId }) => labId)
}

export async function lockIntakeStudy<T extends Before<'study'>>(
  tx: T,
  orthancId: string,
): Promise<Taken<T, 'study', IntakeStudy | null>> {
  const [row] = await tx.select().from(studies).where(eq(studies.orthancId, orthancId)).for('update')
  return taken(tx, 'study', row ?? null)
}

/** Series of studies with their counts, as they were last taken in, by the study's Orthanc id. */
export async function readTakenIn(db: Db, orthancIds: string[]): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .select({ study: studies.orthancId, series: series.orthancId, images: series.imageCount })
    .from(studies)
    .leftJoin(series, eq(series.studyId, studies.id))
    .where(inArray(studies.orthancId, orthancIds))
  const taken = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const counts = taken.get(row.study) ?? new Map<string, number>()
    taken.set(row.study, counts)
    if (row.series !== null) counts.set(row.series, row.images ?? 0)
  }
  return taken
}

export type SettledImages = Pick<IntakeStudy, 'instancesHash' | 'filesHash' | 'contentHash'>

/** Returns the images that a study settled with last, or null if it is not known. */
export async function readSettledImages(db: Db, orthancId: string): Promise<SettledImages | null> {
  const { instancesHash, filesHash, contentHash } = studies
  const [row] = await db.select({ instancesHash, filesHash, contentHash }).from(studies).where(eq(studies.orthancId, orthancId))
  return row ?? null
}

/** Notes what a study's files hold, if they are those that it settled with. */
export async function noteContent(
  db: Db,
  studyId: string,
  { filesHash, contentHash }: { filesHash: string | null; contentHash: string | null },
): Promise<void> {
  if (filesHash === null || contentHash === null) return
  await db
    .update(studies)
    .set({ contentHash })
    .where(
      and(eq(studies.id, studyId), eq(studies.filesHash, filesHash), sql`${studies.contentHash} is distinct from ${contentHash}`),
    )
}

/** A new study in `new_study_received`. */
export async function insertIntakeStudy<T extends Tx>(
  tx: T,
  values: PgInsertValue<typeof studies>,
): Promise<[tx: T & Tx<'study'>, study: IntakeStudy]> {
  const [row] = await tx.insert(studies).values(values).returning()
  if (!row) throw new Error('the insert returned no row')
  return inserted(tx, 'study', row)
}

/** Columns that only `transition()` writes, or that only the database shows. */
type Foreign =
  | keyof typeof timelineColumns
  | 'status'
  | `patient${'Id' | 'Pn' | 'Name' | 'Sex' | 'BirthDate' | 'Age'}`
  | ('accessionNumber' | 'description' | 'referringPhysician' | 'bodyParts' | 'searchName' | 'searchAll')

export async function updateIntakeStudy(
  tx: Tx<'study'>,
  id: string,
  set: Omit<PgUpdateSetSource<typeof studies>, Foreign>,
): Promise<void> {
  await tx
    .update(studies)
    .set({ ...set, archiveVersion: sql`${studies.archiveVersion} + 1`, updatedAt: sql`now()` })
    .where(eq(studies.id, id))
}

const bodyPartsOfSeries = sql`(select coalesce(string_agg(distinct body_part, ' ' order by body_part), '') from ${series} where study_id = ${studies.id})`

/** Writes the body parts of a study's series where searches look for them. */
async function gatherBodyParts(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(
    sql`update ${studies} set body_parts = ${bodyPartsOfSeries} where id = ${studyId} and body_parts <> ${bodyPartsOfSeries}`,
  )
}

/** The study's own accession number is in a column of its own. */
const requestsOfSeries = sql`array(select distinct named from ${series}, unnest(${series.requestKeys}) named where study_id = ${studies.id}
  and named <> 'accession:' || btrim(coalesce(${studies.dicomAccessionNumber}, '')) order by named)`

/** Writes the orders that a study's series name where orders look for it. */
async function gatherRequests(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.execute(
    sql`update ${studies} set request_keys = ${requestsOfSeries} where id = ${studyId} and request_keys <> ${requestsOfSeries}`,
  )
}

/** Makes the study's series these and no others, in what searches and orders look in too. */
export async function replaceSeries(tx: Tx<'study'>, studyId: string, rows: IntakeSeries[]): Promise<void> {
  await writeSeries(tx, studyId, rows)
  await gatherBodyParts(tx, studyId)
  await gatherRequests(tx, studyId)
}

async function writeSeries(tx: Tx, studyId: string, rows: IntakeSeries[]): Promise<void> {
  const orthancIds = rows.map(({ orthancId }) => orthancId)
  await tx.delete(series).where(and(eq(series.studyId, studyId), notInArray(series.orthancId, orthancIds)))
  if (rows.length === 0) return
  await tx
    .insert(series)
    .values(rows.map((row) => ({ ...row, studyId })))
    .onConflictDoUpdate({
      target: series.orthancId,
      set: {
        imageCount: sql`excluded.image_count`,
        callingAeTitle: sql`coalesce(${series.callingAeTitle}, excluded.calling_ae_title)`,
        seriesNumber: sql`coalesce(excluded.series_number, ${series.seriesNumber})`,
        modality: sql`coalesce(excluded.modality, ${series.modality})`,
        description: sql`coalesce(excluded.description, ${series.description})`,
        bodyPart: sql`coalesce(excluded.body_part, ${series.bodyPart})`,
        seriesDate: sql`coalesce(excluded.series_date, ${series.seriesDate})`,
        seriesTime: sql`coalesce(excluded.series_time, ${series.seriesTime})`,
        patientPosition: sql`coalesce(excluded.patient_position, ${series.patientPosition})`,
        // Another image may be of the other side.
        laterality: sql`case when excluded.image_count = ${series.imageCount} or ${notInArray(series.modality, [...viewModalities])}
          then coalesce(excluded.laterality, ${series.laterality}) else excluded.laterality end`,
        requestKeys: sql`coalesce(excluded.request_keys, ${series.requestKeys})`,
        imageType: sql`coalesce(excluded.image_type, ${series.imageType})`,
        scanningSequence: sql`coalesce(excluded.scanning_sequence, ${series.scanningSequence})`,
      },
    })
}

/** Orthanc ids of studies that have had no new image for the settle time. Those that wait for another attempt are left to it. */
export async function listStudiesToSettle(db: Db, settleSeconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ orthancId: studies.orthancId })
    .from(studies)
    .where(
      and(
        isNull(studies.settledAt),
        isNull(studies.imagesMissingAt),
        sql`${studies.lastImageAt} <= clock_timestamp() - make_interval(secs => ${settleSeconds})`,
        sql`not exists (select 1 from ${intakeFailures} where ${intakeFailures.orthancId} = ${studies.orthancId})`,
      ),
    )
    .orderBy(asc(studies.lastImageAt))
    .limit(limit)
  return rows.map(({ orthancId }) => orthancId)
}

export type SweptStudy = Pick<IntakeStudy, 'id' | 'orthancId' | 'seriesCount' | 'imageCount' | 'imagesMissingAt'>

const sweptColumns = {
  id: studies.id,
  orthancId: studies.orthancId,
  seriesCount: studies.seriesCount,
  imageCount: studies.imageCount,
  imagesMissingAt: studies.imagesMissingAt,
}

/** Studies with these Orthanc ids, for comparison with the archive. */
export async function readSweptStudies(db: Db, orthancIds: string[]): Promise<Map<string, SweptStudy>> {
  const rows = await db.select(sweptColumns).from(studies).where(inArray(studies.orthancId, orthancIds))
  return new Map(rows.map((row) => [row.orthancId, row]))
}

/** Studies not known to be missing, in pages by id. */
export async function listPresentStudies(db: Db, afterId: string | null, limit: number): Promise<SweptStudy[]> {
  return db
    .select(sweptColumns)
    .from(studies)
    .where(and(isNull(studies.imagesMissingAt), afterId === null ? undefined : gt(studies.id, afterId)))
    .orderBy(asc(studies.id))
    .limit(limit)
}

/** The studies that came last, newest first. */
export async function listRecentStudies(db: Db, limit: number): Promise<SweptStudy[]> {
  return db
    .select(sweptColumns)
    .from(studies)
    .where(isNull(studies.imagesMissingAt))
    .orderBy(sql`${studies.receivedAt} desc nulls first`, sql`${studies.id} desc nulls first`)
    .limit(limit)
}

/** Returns the known number of images of these series, by their Orthanc ids. */
export async function readSeriesCounts(db: Db, orthancIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ orthancId: series.orthancId, images: series.imageCount })
    .from(series)
    .where(inArray(series.orthancId, orthancIds))
  return new Map(rows.map(({ orthancId, images }) => [orthancId, images]))
}

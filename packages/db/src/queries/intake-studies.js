import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { labAeTitles } from '../schema/accounts.js'
import { patients, series, studies, studyEventLog } from '../schema/studies.js'
import { intakeFailures } from '../schema/system.js'
/** The laboratory that sends under an AE title, whatever its case; null where none is known. */
export async function findLabOfAeTitle(db, aeTitle) {
  const [row] = await db
    .select({ labId: labAeTitles.labId })
    .from(labAeTitles)
    .where(eq(labAeTitles.aeTitle, sql`upper(${aeTitle})`))
  return row?.labId ?? null
}
export async function lockIntakeStudy(tx, orthancId) {
  const [row] = await tx.select().from(studies).where(eq(studies.orthancId, orthancId)).for('update')
  return row ?? null
}
/** Series of studies with their counts, as they were last taken in, by the study's Orthanc id. */
export async function readTakenIn(db, orthancIds) {
  const rows = await db
    .select({ study: studies.orthancId, series: series.orthancId, images: series.imageCount })
    .from(studies)
    .leftJoin(series, eq(series.studyId, studies.id))
    .where(inArray(studies.orthancId, orthancIds))
  const taken = new Map()
  for (const row of rows) {
    const counts = taken.get(row.study) ?? new Map()
    taken.set(row.study, counts)
    if (row.series !== null) counts.set(row.series, row.images ?? 0)
  }
  return taken
}
/** As in the unique index of `patients`. */
const noLab = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)
/**
 * The patient's row within the laboratory, made where there is none. A missing patient id never finds another's row.
 * What the row already says stays: an administrator may have corrected it.
 */
export async function upsertPatient(tx, fields) {
  const { labId, patientId, fullName, sex, birthDate } = fields
  const [made] = await tx.insert(patients).values(fields).onConflictDoNothing().returning({ id: patients.id })
  if (made) return made.id
  const [found] = await tx
    .update(patients)
    .set({
      fullName: sql`coalesce(${patients.fullName}, ${fullName})`,
      sex: sql`coalesce(${patients.sex}, ${sex})`,
      birthDate: sql`coalesce(${patients.birthDate}, ${birthDate}::date)`,
    })
    .where(
      sql`coalesce(${patients.labId}, ${noLab}) = coalesce(${labId}::uuid, ${noLab}) and ${patients.patientId} = ${patientId}`,
    )
    .returning({ id: patients.id })
  if (!found) throw new Error('the patient was neither found nor made')
  return found.id
}
/** The patient follows a study whose images were replaced under another name, where the patient's was that study's. */
export async function renamePatient(tx, study, fullName) {
  await tx
    .update(patients)
    .set({ fullName, updatedAt: sql`now()` })
    .where(and(eq(patients.id, study.patientRowId), sql`${patients.fullName} is not distinct from ${study.patientName}::text`))
}
/** A new study in `new_study_received`, with the first line of its history. */
export async function insertIntakeStudy(tx, values) {
  const [row] = await tx.insert(studies).values(values).returning({ id: studies.id, status: studies.status })
  if (!row) throw new Error('the insert returned no row')
  await tx.insert(studyEventLog).values({ studyId: row.id, event: 'received', toStatus: row.status })
  return row.id
}
export async function updateIntakeStudy(tx, id, set) {
  await tx
    .update(studies)
    .set({ ...set, updatedAt: sql`now()` })
    .where(eq(studies.id, id))
}
/** Makes the study's series these and no others. */
export async function replaceSeries(tx, studyId, rows) {
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
        seriesNumber: sql`coalesce(excluded.series_number, ${series.seriesNumber})`,
        modality: sql`coalesce(excluded.modality, ${series.modality})`,
        description: sql`coalesce(excluded.description, ${series.description})`,
        bodyPart: sql`coalesce(excluded.body_part, ${series.bodyPart})`,
        seriesDate: sql`coalesce(excluded.series_date, ${series.seriesDate})`,
        seriesTime: sql`coalesce(excluded.series_time, ${series.seriesTime})`,
      },
    })
}
/** Appends what happened to a study's images; its status stays. */
export async function appendImagesEvent(tx, study, event, details) {
  const { id: studyId, status } = study
  await tx.insert(studyEventLog).values({ studyId, event, fromStatus: status, toStatus: status, details })
}
/** Orthanc ids of studies that have had no new image for the settle time. Those that wait for another attempt are left to it. */
export async function listStudiesToSettle(db, settleSeconds, limit) {
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
const sweptColumns = {
  id: studies.id,
  orthancId: studies.orthancId,
  seriesCount: studies.seriesCount,
  imageCount: studies.imageCount,
  imagesMissingAt: studies.imagesMissingAt,
}
/** Studies with these Orthanc ids, for comparison with the archive. */
export async function readSweptStudies(db, orthancIds) {
  const rows = await db.select(sweptColumns).from(studies).where(inArray(studies.orthancId, orthancIds))
  return new Map(rows.map((row) => [row.orthancId, row]))
}
/** Studies not known to be missing, in pages by id. */
export async function listPresentStudies(db, afterId, limit) {
  return db
    .select(sweptColumns)
    .from(studies)
    .where(and(isNull(studies.imagesMissingAt), afterId === null ? undefined : gt(studies.id, afterId)))
    .orderBy(asc(studies.id))
    .limit(limit)
}
//# sourceMappingURL=intake-studies.js.map

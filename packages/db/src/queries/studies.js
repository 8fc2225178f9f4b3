import { and, desc, eq, sql } from 'drizzle-orm'
import { series, studies } from '../schema/studies.js'
import { visibleStudies } from '../visibility.js'

async function findVisible(db, viewer, condition) {
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(viewer), condition))
}
/** A study by its row id, or null where it does not exist or the viewer does not see it. */
export async function findStudy(db, viewer, studyId) {
  const [row] = await findVisible(db, viewer, eq(studies.id, studyId))
  return row ?? null
}
/** The same, locked until the transaction ends. */
export async function lockStudy(tx, viewer, studyId) {
  const [row] = await tx
    .select()
    .from(studies)
    .where(and(eq(studies.id, studyId), visibleStudies(viewer)))
    .for('update')
  return row ?? null
}
export async function findStudyByOrthancId(db, viewer, orthancId) {
  const [row] = await findVisible(db, viewer, eq(studies.orthancId, orthancId))
  return row ?? null
}
/** The visible studies of a Study Instance UID: more than one where the archive holds it under two patient ids. */
export async function findStudiesByUid(db, viewer, uid) {
  return findVisible(db, viewer, eq(studies.studyInstanceUid, uid))
}
/** The newest visible studies, of a UID or a patient id where one is given. */
export async function listVisibleStudies(db, viewer, { uid, patientId, limit }) {
  const ofUid = uid === null ? undefined : eq(studies.studyInstanceUid, uid)
  const ofPatient = patientId === null ? undefined : eq(studies.patientId, patientId)
  return db
    .select()
    .from(studies)
    .where(and(visibleStudies(viewer), ofUid, ofPatient))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
    .limit(limit)
}
/** Whether a series UID belongs to the study, and to no other study of the archive. */
export async function ownsSeries(db, studyId, seriesInstanceUid) {
  const rows = await db.select({ studyId: series.studyId }).from(series).where(eq(series.seriesInstanceUid, seriesInstanceUid))
  return rows.length > 0 && rows.every((row) => row.studyId === studyId)
}
/** How many studies of the archive share this UID, whoever sees them. */
export async function countStudiesOfUid(db, uid) {
  const [row] = await db.select({ count: sql`count(*)::int` }).from(studies).where(eq(studies.studyInstanceUid, uid))
  return row?.count ?? 0
}
//# sourceMappingURL=studies.js.map

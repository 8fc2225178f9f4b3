import { and, asc, eq } from 'drizzle-orm'
import { series } from '../schema/studies.js'
/** A study's series in the order of their numbers; those without one come last. */
export async function listSeries(db, studyId) {
  return db.select().from(series).where(eq(series.studyId, studyId)).orderBy(asc(series.seriesNumber), asc(series.orthancId))
}
/** The archive's ids of a study's series of this UID. */
export async function findSeriesIds(db, studyId, seriesInstanceUid) {
  const ofStudy = and(eq(series.studyId, studyId), eq(series.seriesInstanceUid, seriesInstanceUid))
  return (await db.select({ id: series.orthancId }).from(series).where(ofStudy)).map(({ id }) => id)
}
/** Whether the study has a series of this id in the archive. */
export async function hasSeries(db, studyId, orthancId) {
  const ofStudy = and(eq(series.studyId, studyId), eq(series.orthancId, orthancId))
  return (await db.$count(series, ofStudy)) > 0
}
//# sourceMappingURL=series.js.map

import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { series } from './series.schema.ts'

export type SeriesRow = typeof series.$inferSelect

/** A study's series in the order of their numbers; those without one come last. */
export async function listSeries(db: Db, studyId: string): Promise<SeriesRow[]> {
  return db.select().from(series).where(eq(series.studyId, studyId)).orderBy(asc(series.seriesNumber), asc(series.orthancId))
}

/** The archive's ids of a study's series of this UID. */
export async function findSeriesIds(db: Db, studyId: string, seriesInstanceUid: string): Promise<string[]> {
  const ofStudy = and(eq(series.studyId, studyId), eq(series.seriesInstanceUid, seriesInstanceUid))
  return (await db.select({ id: series.orthancId }).from(series).where(ofStudy)).map(({ id }) => id)
}

/** Reports whether the study has a series of this id in the image archive. */
export async function hasSeries(db: Db, studyId: string, orthancId: string): Promise<boolean> {
  const ofStudy = and(eq(series.studyId, studyId), eq(series.orthancId, orthancId))
  return (await db.$count(series, ofStudy)) > 0
}

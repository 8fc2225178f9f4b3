import { and, asc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { series } from '../studies/series.schema.ts'
import { displayedSeries } from './reading.schema.ts'

type Reader = { studyId: string; userId: string }

type Displayed = Reader & { seriesInstanceUids: readonly string[]; images: ReadonlyMap<string, number> }

/**
 * The reader has had these series of the study on the screen, each with as many `images`, or with as many as it has now; UIDs of other studies are left
 * out.
 */
export async function storeDisplayedSeries(tx: Tx, { studyId, userId, seriesInstanceUids, images }: Displayed): Promise<void> {
  const chosen = await tx
    .select({ seriesInstanceUid: series.seriesInstanceUid, imageCount: sql<number>`sum(${series.imageCount})::int` })
    .from(series)
    .where(and(eq(series.studyId, studyId), inArray(series.seriesInstanceUid, [...seriesInstanceUids])))
    .groupBy(series.seriesInstanceUid)
    .orderBy(asc(series.seriesInstanceUid))
  if (chosen.length === 0) return
  await tx
    .insert(displayedSeries)
    .values(
      chosen.map(({ seriesInstanceUid, imageCount }) => ({
        studyId,
        userId,
        seriesInstanceUid,
        imageCount: images.get(seriesInstanceUid) ?? imageCount,
      })),
    )
    .onConflictDoUpdate({
      target: [displayedSeries.studyId, displayedSeries.userId, displayedSeries.seriesInstanceUid],
      set: { imageCount: sql`excluded.image_count`, displayedAt: sql`now()` },
    })
}

/** Locks what readers have displayed of a study, in the order in which they store it. */
async function lockDisplayedSeries(tx: Tx<'study'>, studyId: string): Promise<void> {
  const { userId, seriesInstanceUid } = displayedSeries
  await tx
    .select({ userId })
    .from(displayedSeries)
    .where(eq(displayedSeries.studyId, studyId))
    .orderBy(asc(userId), asc(seriesInstanceUid))
    .for('update')
}

/** Removes who has displayed the series of a study, because its images are others now. */
export async function forgetDisplayedSeries(tx: Tx<'study'>, studyId: string): Promise<void> {
  await lockDisplayedSeries(tx, studyId)
  await tx.delete(displayedSeries).where(eq(displayedSeries.studyId, studyId))
}

const imagesNow = sql`(select coalesce(sum(${series.imageCount}), 0) from ${series}
  where ${series.studyId} = ${displayedSeries.studyId} and ${series.seriesInstanceUid} = ${displayedSeries.seriesInstanceUid})`

/** Lowers the number of displayed images of a series to those that it still has. Images that come instead of the lost ones then count as new. */
export async function forgetLostImages(tx: Tx<'study'>, studyId: string): Promise<void> {
  await lockDisplayedSeries(tx, studyId)
  await tx
    .update(displayedSeries)
    .set({ imageCount: imagesNow })
    .where(and(eq(displayedSeries.studyId, studyId), sql`${displayedSeries.imageCount} > ${imagesNow}`))
}

/** The series of a study in the order of their numbers, each with whether this reader has displayed all of it; those without objects are left out. */
export async function listSeriesOfReader(db: Db, { studyId, userId }: Reader) {
  const { seriesInstanceUid, seriesNumber, modality, description, imageCount } = series
  return db
    .select({
      seriesInstanceUid,
      seriesNumber,
      modality,
      description,
      imageCount,
      isDisplayed: sql<boolean>`${displayedSeries.seriesInstanceUid} is not null`,
    })
    .from(series)
    .leftJoin(
      displayedSeries,
      and(
        eq(displayedSeries.studyId, series.studyId),
        eq(displayedSeries.userId, userId),
        eq(displayedSeries.seriesInstanceUid, series.seriesInstanceUid),
        gte(displayedSeries.imageCount, series.imageCount),
      ),
    )
    .where(and(eq(series.studyId, studyId), gt(series.imageCount, 0)))
    .orderBy(asc(series.seriesNumber), asc(series.orthancId))
}

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

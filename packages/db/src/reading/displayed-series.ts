import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { series } from '../studies/series.schema.ts'
import { displayedSeries } from './reading.schema.ts'

type Reader = { studyId: string; userId: string }

/** The part of a series that was on screen, in images or frames. */
type Seen = { isWhole: boolean; shown: number; frames: number; undrawn: number }
/** `images`: how many images of the series the viewer had; without it, as many as the series has. `seen`: without it, all of them. */
type Part = { seriesInstanceUid: string; images?: number | undefined; seen?: Seen | undefined }

/** Stores how much of these series the reader has had on the screen. UIDs of other studies are left out. A series stays whole until it has more images. */
export async function storeDisplayedSeries(tx: Tx, { studyId, userId }: Reader, parts: readonly Part[]): Promise<void> {
  const partOf = new Map(parts.map((part) => [part.seriesInstanceUid, part]))
  const chosen = await tx
    .select({ seriesInstanceUid: series.seriesInstanceUid, imageCount: sql<number>`sum(${series.imageCount})::int` })
    .from(series)
    .where(and(eq(series.studyId, studyId), inArray(series.seriesInstanceUid, [...partOf.keys()])))
    .groupBy(series.seriesInstanceUid)
    .orderBy(asc(series.seriesInstanceUid))
  if (chosen.length === 0) return
  const isDone = sql`${displayedSeries.isWhole} and ${displayedSeries.undrawn} = 0 and ${displayedSeries.imageCount} >= excluded.image_count`
  await tx
    .insert(displayedSeries)
    .values(
      chosen.map(({ seriesInstanceUid, imageCount }) => {
        const { images = imageCount, seen } = partOf.get(seriesInstanceUid) ?? {}
        return { studyId, userId, seriesInstanceUid, imageCount: images, ...seen }
      }),
    )
    .onConflictDoUpdate({
      target: [displayedSeries.studyId, displayedSeries.userId, displayedSeries.seriesInstanceUid],
      set: {
        imageCount: sql`excluded.image_count`,
        isWhole: sql`excluded.is_whole`,
        shown: sql`excluded.shown`,
        frames: sql`excluded.frames`,
        undrawn: sql`excluded.undrawn`,
        displayedAt: sql`now()`,
      },
      setWhere: sql`excluded.is_whole or not (${isDone})`,
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

/** The series of a study in the order of their numbers, each with how much of it this reader has displayed; those without objects are left out. */
export async function listSeriesOfReader(db: Db, { studyId, userId }: Reader) {
  const {
    seriesInstanceUid,
    seriesNumber,
    modality,
    description,
    bodyPart,
    laterality,
    imageType,
    scanningSequence,
    imageCount,
  } = series
  return db
    .select({
      seriesInstanceUid,
      seriesNumber,
      modality,
      description,
      bodyPart,
      laterality,
      imageType,
      scanningSequence,
      imageCount,
      isDisplayed: sql<boolean>`coalesce(${displayedSeries.isWhole} and ${displayedSeries.imageCount} >= ${series.imageCount}, false)`,
      shown: sql<number>`coalesce(${displayedSeries.shown}, ${displayedSeries.imageCount}, 0)`,
      frames: sql<number>`greatest(${displayedSeries.frames}, ${series.imageCount})`,
      undrawn: sql<number>`coalesce(${displayedSeries.undrawn}, 0)`,
    })
    .from(series)
    .leftJoin(
      displayedSeries,
      and(
        eq(displayedSeries.studyId, series.studyId),
        eq(displayedSeries.userId, userId),
        eq(displayedSeries.seriesInstanceUid, series.seriesInstanceUid),
      ),
    )
    .where(and(eq(series.studyId, studyId), gt(series.imageCount, 0)))
    .orderBy(asc(series.seriesNumber), asc(series.orthancId))
}

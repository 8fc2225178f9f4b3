import { AppError } from '@readroom/contracts/core/errors'
import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { isImaging } from '@readroom/contracts/studies/modalities'
import type { Actor } from '@readroom/db/core/actor'
import type { Db, Tx } from '@readroom/db/core/client'
import { listSeriesOfReader, storeDisplayedSeries } from '@readroom/db/reading/displayed-series'
import { findStudy } from '@readroom/db/studies/studies'
import { demandDoctor } from './report-writing.ts'

/** `loaded`: how many images of a series the viewer had. */
type Displayed = {
  studyId: string
  seriesInstanceUids: readonly string[]
  loaded: readonly { seriesInstanceUid: string; images: number }[]
}

/** The actor has had these series on the screen, with the images that the viewer had. Throws STUDY_NOT_FOUND, FORBIDDEN. */
export async function noteDisplayed(tx: Tx, actor: Actor, { studyId, seriesInstanceUids, loaded }: Displayed): Promise<void> {
  const study = await findStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  demandDoctor(actor)
  const images = new Map(loaded.map((one) => [one.seriesInstanceUid, one.images]))
  await storeDisplayedSeries(tx, { studyId, userId: actor.userId, seriesInstanceUids, images })
}

/** The series of images of a study, in the order of their numbers, with whether the reader has displayed them. */
export async function listReadSeries(db: Db, reader: { studyId: string; userId: string }): Promise<ReadSeries[]> {
  const all = await listSeriesOfReader(db, reader)
  return all
    .filter(({ modality }) => isImaging(modality))
    .map(({ seriesNumber, ...one }) => ({ ...one, number: seriesNumber, modality: one.modality ?? '' }))
}

/** `3 “Lateral”, 4` */
export const seriesNames = (some: readonly Pick<ReadSeries, 'number' | 'description'>[]): string =>
  some
    .map(({ number, description }) => [number ?? '', description && `“${description}”`].filter(Boolean).join(' ') || '?')
    .join(', ')

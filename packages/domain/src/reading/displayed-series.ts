import { AppError } from '@readroom/contracts/core/errors'
import type { ReadSeries, SeenSeries } from '@readroom/contracts/reading/reading'
import type { UndrawnAnswer } from '@readroom/contracts/reading/report-drafts'
import type { DisplayedImages, UndisplayedSeries } from '@readroom/contracts/reading/report-versions'
import { isImaging, isOpened, partWords } from '@readroom/contracts/studies/modalities'
import type { Actor } from '@readroom/db/core/actor'
import type { Db, Tx } from '@readroom/db/core/client'
import { findDisplayRules } from '@readroom/db/people/labs'
import { listSeriesOfReader, storeDisplayedSeries } from '@readroom/db/reading/displayed-series'
import { findStudy } from '@readroom/db/studies/studies'
import { demandDoctor } from './report-writing.ts'

/** `loaded`: how many images of a series the viewer had, and the part of them that was seen. */
type Displayed = {
  studyId: string
  seriesInstanceUids: readonly string[]
  loaded: readonly { seriesInstanceUid: string; images: number; seen?: SeenSeries | undefined }[]
}

/** Stores how much of these series the actor has had on the screen. Throws STUDY_NOT_FOUND, FORBIDDEN. */
export async function noteDisplayed(tx: Tx, actor: Actor, { studyId, seriesInstanceUids, loaded }: Displayed): Promise<void> {
  const study = await findStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  demandDoctor(actor)
  const parts = new Map(loaded.map((one) => [one.seriesInstanceUid, one]))
  const named = seriesInstanceUids.map((seriesInstanceUid) => parts.get(seriesInstanceUid) ?? { seriesInstanceUid })
  await storeDisplayedSeries(tx, { studyId, userId: actor.userId }, named)
}

/**
 * The series of a study that a reader opens, in the order of their numbers, with how much of them the reader has displayed: images, documents, reports and
 * segmentations. Of a study without images, all of its series: nobody signs it without a look at anything.
 */
export async function listReadSeries(db: Db, reader: { studyId: string; userId: string }): Promise<ReadSeries[]> {
  const rules = new Map((await findDisplayRules(db, reader.studyId)).map(({ modality, rule }) => [`${modality}`, rule]))
  const all = await listSeriesOfReader(db, reader)
  const hasImages = all.some(({ modality }) => isImaging(modality))
  return (hasImages ? all.filter(({ modality }) => modality !== null && isOpened(modality)) : all).map(
    ({ seriesNumber, ...one }) => ({
      ...one,
      number: seriesNumber,
      modality: one.modality ?? '',
      rule: rules.get(one.modality ?? '') ?? null,
    }),
  )
}

/** Returns the series of images. Of a study without images, all of its series. */
export function imagesOf(series: readonly ReadSeries[]): readonly ReadSeries[] {
  const images = series.filter(({ modality }) => isImaging(modality))
  return images.length > 0 ? images : series
}

/**
 * Returns what the reader has displayed, and what they say about the rest. Of a series that was opened in part, and has images that could not be drawn,
 * these alone are the rest. `answer`: how the reader saw images that could not be drawn.
 */
export function displayedBy(series: readonly ReadSeries[], answer: UndrawnAnswer | undefined): DisplayedImages {
  const counted = series.filter(({ modality }) => partWords(modality)[0] === 'image')
  const others = series
    .filter(({ isDisplayed, undrawn }) => !isDisplayed || undrawn > 0)
    .map(({ number, modality, description, shown, undrawn, frames }): UndisplayedSeries => {
      const images = undrawn > 0 && shown > 0 ? Math.min(undrawn, frames) : Math.max(0, frames - shown)
      return { number, modality, description, images, of: frames, said: undrawn > 0 && answer ? answer : 'series' }
    })
  return {
    shown: counted.reduce((sum, { shown, frames }) => sum + Math.min(shown, frames), 0),
    of: counted.reduce((sum, { frames }) => sum + frames, 0),
    others,
  }
}

type Named = Pick<ReadSeries, 'number' | 'description'>
const nameOf = ({ number, description }: Named): string =>
  [number ?? '', description && `“${description}”`].filter(Boolean).join(' ') || '?'

/** `3 “Lateral”, 4` */
export const seriesNames = (some: readonly Named[]): string => some.map(nameOf).join(', ')

/** `Not opened: 3 “Lateral”. Opened in part: 4 (1 of 140 images).` */
export function unseenWords(undisplayed: readonly ReadSeries[]): string {
  const unopened = undisplayed.filter(({ shown }) => shown === 0)
  const opened = undisplayed.filter(({ shown }) => shown > 0)
  const parts = opened.map((one) => `${nameOf(one)} (${one.shown} of ${one.frames} ${partWords(one.modality)[1]})`)
  return [
    unopened.length > 0 ? `Not opened: ${seriesNames(unopened)}.` : '',
    parts.length > 0 ? `Opened in part: ${parts.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

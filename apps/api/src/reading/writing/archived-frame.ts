import { AppError } from '@readroom/contracts/core/errors'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'
import type { ArchiveCare } from '../../images/dicomweb/archive-care.ts'
import { type FrameValues, readFrameValues } from './frame-values.ts'

/** A frame takes up to 128 MB, twice while it is read. */
const readAtOnce = pLimit(2)

/** An image of the archive, by Orthanc's ids. `frame` counts from 1. */
type Frame = { id: string; seriesId: string; frame: number }

/** Answers of an archive that runs and cannot decode the image: it refuses it, or its decoder fails. */
const isNotDecoded = (error: unknown) =>
  error instanceof OrthancNotFound || error instanceof OrthancBadAnswer || (error instanceof OrthancDown && error.status === 500)

/**
 * Returns the decoded pixels of a frame. Null if the archive cannot decode the image, or must not because it could end by it (docs/decisions/
 * image-decoding.md). Throws OrthancDown.
 */
export async function readFrame(
  orthanc: Pick<Orthanc, 'getFramePixels'>,
  { guard, drawings }: ArchiveCare,
  { id, seriesId, frame }: Frame,
): Promise<FrameValues | null> {
  if (await guard.judge(seriesId)) return null
  try {
    return readFrameValues(await readAtOnce(() => drawings.draw(id, () => orthanc.getFramePixels(id, frame))))
  } catch (error) {
    if (isNotDecoded(error) || error instanceof AppError) return null
    throw error
  }
}

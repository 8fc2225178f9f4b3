import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import { type ImagePlace, type KeyImage, keyImageTypes, maxKeyImageSide } from '@readroom/contracts/key-images'
import type { KeyImageRow } from '@readroom/db/queries/key-images'
import type { StudyRow } from '@readroom/db/queries/studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { fileTypeFromBuffer } from 'file-type'
import { sidesOf } from '../../file-content.ts'
import { redrawPicture } from '../../pictures.ts'

export const toKeyImage = (row: KeyImageRow): KeyImage => {
  const { id, caption, sopInstanceUid, series, image, frame, contentType, width, height } = row
  return { id, caption, sopInstanceUid, series, image, frame, contentType, width, height }
}

/**
 * Returns where an image stands in the study, by the archive and not by what the viewer said: this is what is printed and signed.
 * Throws KEY_IMAGE_NOT_IN_STUDY, or ARCHIVE_UNAVAILABLE.
 */
export async function findPlace(
  orthanc: Pick<Orthanc, 'findImage'>,
  { orthancId }: Pick<StudyRow, 'orthancId'>,
  { sopInstanceUid, frame }: Pick<ImagePlace, 'sopInstanceUid' | 'frame'>,
): Promise<ImagePlace> {
  const found = await orthanc.findImage(orthancId, sopInstanceUid)
  // An image of several frames has to say which.
  if (!found || (frame ?? 1) > found.frames || (frame === null && found.frames > 1)) throw new AppError('KEY_IMAGE_NOT_IN_STUDY')
  const { series, image, frames } = found
  return { sopInstanceUid, series, image, frame: frames > 1 ? frame : null }
}

/** Returns the picture as it is kept, and what is noted of it. Throws KEY_IMAGE_INVALID for what is no whole PNG or JPEG, or has too many pixels. */
export async function checkPicture(received: Buffer) {
  const detected = await fileTypeFromBuffer(received)
  const type = keyImageTypes.find((known) => known === detected?.mime)
  const sides = type && sidesOf(received)
  if (!sides || Math.min(sides.width, sides.height) < 1 || Math.max(sides.width, sides.height) > maxKeyImageSide)
    throw new AppError('KEY_IMAGE_INVALID')
  const picture = await redrawPicture(received, type, maxKeyImageSide)
  if (!picture) throw new AppError('KEY_IMAGE_INVALID')
  const { bytes, contentType, width, height } = picture
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, facts: { contentType, width, height, sizeBytes: bytes.length, sha256 } }
}

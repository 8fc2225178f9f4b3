import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import {
  type ImageCorners,
  type ImagePlace,
  type KeyImage,
  keyImageTypes,
  maxKeyImageSide,
} from '@readroom/contracts/reading/key-images'
import type { KeyImageRow } from '@readroom/db/reading/key-images'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { fileTypeFromBuffer } from 'file-type'
import { sidesOf } from '../../core/file-content.ts'
import { readPixels, redrawPicture } from '../../core/pictures.ts'
import type { ImageDecoder } from '../../images/decoding/image-decoder.ts'
import { type ArchivedFrame, readFrame } from './archived-frame.ts'
import { showsImage } from './picture-match.ts'

export const toKeyImage = (row: KeyImageRow): KeyImage => {
  const { id, caption, sopInstanceUid, series, image, frame, contentType, width, height } = row
  return { id, caption, sopInstanceUid, series, image, frame, contentType, width, height }
}

/**
 * Returns an image's place in the study and its ids, according to the archive, not the viewer, because this is printed and signed.
 * Throws KEY_IMAGE_NOT_IN_STUDY, ARCHIVE_UNAVAILABLE.
 */
export async function findPlace(
  orthanc: Pick<Orthanc, 'findImage'>,
  { id: studyId, orthancId }: Pick<StudyRow, 'id' | 'orthancId'>,
  { sopInstanceUid, frame }: Pick<ImagePlace, 'sopInstanceUid' | 'frame'>,
): Promise<{ place: ImagePlace; archived: ArchivedFrame }> {
  const found = await orthanc.findImage(orthancId, sopInstanceUid)
  // An image with several frames needs a frame number.
  if (!found || (frame ?? 1) > found.frames || (frame === null && found.frames > 1)) throw new AppError('KEY_IMAGE_NOT_IN_STUDY')
  const { id, series, image, frames } = found
  return {
    place: { sopInstanceUid, series, image, frame: frames > 1 ? frame : null },
    archived: { id, studyId, study: orthancId, frame: frame ?? 1 },
  }
}

/**
 * Compares a stored picture with the archive's pixels of its image. Returns false if they cannot be compared, because the image cannot be decoded.
 * Throws KEY_IMAGE_DIFFERS, ARCHIVE_BUSY, OrthancDown.
 */
export async function comparePicture(
  decoder: ImageDecoder,
  { bytes, corners, archived }: { bytes: Buffer; corners: ImageCorners; archived: ArchivedFrame },
  asking: Parameters<typeof readFrame>[2],
): Promise<boolean> {
  const frame = await readFrame(decoder, archived, asking)
  if (!frame) return false
  if (!showsImage(await readPixels(bytes), frame, corners)) throw new AppError('KEY_IMAGE_DIFFERS')
  return true
}

/** Encodes the picture again for storage and returns its facts. Throws KEY_IMAGE_INVALID if it is no whole PNG or JPEG, or too large. */
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

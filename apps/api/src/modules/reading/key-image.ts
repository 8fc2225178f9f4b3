import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import { type KeyImage, keyImageTypes, maxKeyImageSide } from '@readroom/contracts/key-images'
import type { KeyImageRow } from '@readroom/db/queries/key-images'
import { fileTypeFromBuffer } from 'file-type'
import { sidesOf } from '../../file-content.ts'

export const toKeyImage = (row: KeyImageRow): KeyImage => {
  const { id, caption, sopInstanceUid, series, image, frame, contentType, width, height } = row
  return { id, caption, sopInstanceUid, series, image, frame, contentType, width, height }
}

/** What is kept of a picture's bytes. Throws KEY_IMAGE_INVALID for what is no PNG or JPEG, or has too many pixels. */
export async function checkPicture(bytes: Buffer) {
  const detected = await fileTypeFromBuffer(bytes)
  const contentType = keyImageTypes.find((type) => type === detected?.mime)
  const sides = contentType && sidesOf(bytes)
  if (!sides || Math.min(sides.width, sides.height) < 1 || Math.max(sides.width, sides.height) > maxKeyImageSide)
    throw new AppError('KEY_IMAGE_INVALID')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { contentType, width: sides.width, height: sides.height, sizeBytes: bytes.length, sha256 }
}

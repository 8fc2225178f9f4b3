import { extname } from 'node:path'
import { AppError } from '@readroom/contracts/core/errors'
import { maxSignatureSide, signatureTypes } from '@readroom/contracts/people/doctors'
import { fileTypeFromBuffer } from 'file-type'
import { sidesOf } from '../../core/file-content.ts'
import { redrawPicture } from '../../core/pictures.ts'

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const satisfies Record<(typeof signatureTypes)[number], string>

export type Signature = { bytes: Buffer; contentType: string; extension: string }

/** Returns name and type for downloading a signature, from the extension of its key. */
export function signatureFile(key: string): { fileName: string; contentType: string } {
  const contentType = signatureTypes.find((type) => extname(key) === `.${extensions[type]}`) ?? 'application/octet-stream'
  return { fileName: `signature${extname(key)}`, contentType }
}

/**
 * Checks that the bytes are a whole PNG or JPEG, whatever the file name, and returns the picture encoded again.
 * Throws SIGNATURE_INVALID or SIGNATURE_TOO_MANY_PIXELS.
 */
export async function checkSignature(received: Buffer): Promise<Signature> {
  const detected = await fileTypeFromBuffer(received)
  const contentType = signatureTypes.find((type) => type === detected?.mime)
  if (!contentType) throw new AppError('SIGNATURE_INVALID')
  const sides = sidesOf(received)
  if (!sides) throw new AppError('SIGNATURE_INVALID')
  const { width, height } = sides
  if (Math.max(width, height) > maxSignatureSide) throw new AppError('SIGNATURE_TOO_MANY_PIXELS')
  if (Math.min(width, height) < 1) throw new AppError('SIGNATURE_INVALID')
  const picture = await redrawPicture(received, contentType, maxSignatureSide)
  if (!picture) throw new AppError('SIGNATURE_INVALID')
  return { bytes: picture.bytes, contentType, extension: extensions[contentType] }
}

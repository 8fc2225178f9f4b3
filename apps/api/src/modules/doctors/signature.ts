import { extname } from 'node:path'
import { maxSignatureSide, signatureTypes } from '@readroom/contracts/doctors'
import { AppError } from '@readroom/contracts/errors'
import { fileTypeFromBuffer } from 'file-type'
import { sidesOf } from '../../file-content.ts'
import { redrawPicture } from '../../pictures.ts'

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const satisfies Record<(typeof signatureTypes)[number], string>

export type Signature = { bytes: Buffer; contentType: string; extension: string }

/** What a stored signature is downloaded as; its key ends with the type's extension. */
export function signatureFile(key: string): { fileName: string; contentType: string } {
  const contentType = signatureTypes.find((type) => extname(key) === `.${extensions[type]}`) ?? 'application/octet-stream'
  return { fileName: `signature${extname(key)}`, contentType }
}

/**
 * Accepts a whole PNG or JPEG by its bytes, whatever its name, and returns it drawn anew.
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

import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'

/** Decoded pictures are held in memory. Two at once suit a server with two processors. */
export const pictureLimits = { atOnce: 2, seconds: 10 }
const decodeAtOnce = pLimit(pictureLimits.atOnce)

type PictureType = 'image/png' | 'image/jpeg'

export type Picture = { bytes: Buffer; contentType: PictureType; width: number; height: number }

/** Pictures are decoded only once, so sharp's cache would waste memory. */
sharp.cache(false)

const formats: Record<PictureType, (decoded: Sharp) => Sharp> = {
  'image/png': (decoded) => decoded.png(),
  // Keeps the edges of letters and arrows on an image sharp.
  'image/jpeg': (decoded) => decoded.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
}

/** The pixels of a picture: red, green and blue, one byte each. */
export type PicturePixels = { width: number; height: number; rgb: Uint8Array }

/** Decodes a picture that `redrawPicture` made. */
export async function readPixels(bytes: Buffer): Promise<PicturePixels> {
  const decoded = sharp(bytes).toColourspace('srgb').flatten({ background: 'black' }).removeAlpha().raw()
  const { data, info } = await decodeAtOnce(() => decoded.toBuffer({ resolveWithObject: true }))
  return { width: info.width, height: info.height, rgb: data }
}

/**
 * Decodes a picture off the event loop and encodes it again: only pixels, upright, in sRGB, without metadata. No stored picture can then hang or
 * crash a program that draws it later. Returns null if the bytes are not a whole picture with sides of up to `maxSide` pixels.
 */
export async function redrawPicture(bytes: Buffer, contentType: PictureType, maxSide: number): Promise<Picture | null> {
  try {
    const decoded = sharp(bytes, { limitInputPixels: maxSide * maxSide, limitInputChannels: 4, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .timeout({ seconds: pictureLimits.seconds })
    const { data, info } = await decodeAtOnce(() => formats[contentType](decoded).toBuffer({ resolveWithObject: true }))
    return { bytes: data, contentType, width: info.width, height: info.height }
  } catch {
    return null
  }
}

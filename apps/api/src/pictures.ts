import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'

/** Decoded pictures are in memory: as many at once as a server with two processors draws. */
const decodeAtOnce = pLimit(2)
const decodeSeconds = 10

type PictureType = 'image/png' | 'image/jpeg'

export type Picture = { bytes: Buffer; contentType: PictureType; width: number; height: number }

/** Nothing of a picture is decoded twice, or kept. */
sharp.cache(false)

const formats: Record<PictureType, (decoded: Sharp) => Sharp> = {
  'image/png': (decoded) => decoded.png(),
  // Letters and arrows on an image keep their edges.
  'image/jpeg': (decoded) => decoded.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
}

/**
 * Decodes a picture outside of the event loop and writes it anew: pixels alone, upright, in sRGB, without metadata. So nothing that is kept can
 * hold up or end a program that draws it later. Returns null where the bytes are not a whole picture with sides of up to `maxSide` pixels.
 */
export async function redrawPicture(bytes: Buffer, contentType: PictureType, maxSide: number): Promise<Picture | null> {
  const decoded = sharp(bytes, { limitInputPixels: maxSide * maxSide, limitInputChannels: 4, failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: decodeSeconds })
  try {
    const { data, info } = await decodeAtOnce(() => formats[contentType](decoded).toBuffer({ resolveWithObject: true }))
    return { bytes: data, contentType, width: info.width, height: info.height }
  } catch {
    return null
  }
}

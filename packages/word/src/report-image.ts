import { imageSize } from 'image-size'
import type { ReportImage } from './fill-template.ts'

const formats = { png: 'image/png', jpg: 'image/jpeg' } as const

/** The stored image of a signature, or of a key image; null for one that cannot be read. */
export function reportImage(bytes: Buffer): ReportImage | null {
  try {
    // A copy: of a part of a larger buffer it would read on beyond the end.
    const { width, height, type } = imageSize(new Uint8Array(bytes))
    return type === 'png' || type === 'jpg' ? { bytes, format: formats[type], width, height } : null
  } catch {
    return null
  }
}

import { buffer } from 'node:stream/consumers'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import type { SignatureImage } from '@readroom/word/fill-template'
import { sidesOf } from '../../file-content.ts'

/** The stored signature of a doctor. One that storage has lost holds no report up: the document is made without it. */
export async function readSignature(storage: ObjectStorage, key: string | null): Promise<SignatureImage | null> {
  if (key === null) return null
  const stored = await storage.get(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null
    throw error
  })
  if (!stored) return null
  const bytes = await buffer(stored.stream)
  const sides = sidesOf(bytes)
  return sides && { bytes, format: key.endsWith('.png') ? 'image/png' : 'image/jpeg', ...sides }
}

import { buffer } from 'node:stream/consumers'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import { defaultTemplate } from '@readroom/word/default-template'
import type { ReportImage } from '@readroom/word/fill-template'
import { reportImage } from '@readroom/word/report-image'

/** Reads a stored file. Returns null if the storage has lost it, because a missing part must not block a report. */
async function read(storage: ObjectStorage, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  const stored = await storage.get(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null
    throw error
  })
  return stored && buffer(stored.stream)
}

/** Returns the laboratory's template, or the default one. */
export const readTemplate = async (storage: ObjectStorage, key: string | null): Promise<Buffer> =>
  (await read(storage, key)) ?? defaultTemplate()

/** Returns the stored signature of a doctor. */
export async function readSignature(storage: ObjectStorage, key: string | null): Promise<ReportImage | null> {
  const bytes = await read(storage, key)
  return bytes && reportImage(bytes)
}

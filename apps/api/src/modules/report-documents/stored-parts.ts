import { buffer } from 'node:stream/consumers'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import { defaultTemplate } from '@readroom/word/default-template'
import type { ReportImage } from '@readroom/word/fill-template'
import { reportImage } from '@readroom/word/report-image'

/** A stored file that is not waited for where storage has lost it: no report is held up by that. */
async function read(storage: ObjectStorage, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  const stored = await storage.get(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null
    throw error
  })
  return stored && buffer(stored.stream)
}

/** The laboratory's own template, or the one we ship. */
export const readTemplate = async (storage: ObjectStorage, key: string | null): Promise<Buffer> =>
  (await read(storage, key)) ?? defaultTemplate()

/** The stored signature of a doctor. */
export async function readSignature(storage: ObjectStorage, key: string | null): Promise<ReportImage | null> {
  const bytes = await read(storage, key)
  return bytes && reportImage(bytes)
}

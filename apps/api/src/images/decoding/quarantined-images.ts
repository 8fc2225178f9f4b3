import type { Db } from '@readroom/db/core/client'
import { listQuarantined, quarantine } from '@readroom/db/images/quarantine'

/** Maximum time until another process learns of an image. */
const rereadMs = 10_000

/** An image of the archive, by Orthanc's id, and the row of its study. */
export type StoredImage = { id: string; studyId: string }

/** Knows the images that must not be decoded. All API processes share them, and a restart forgets none. */
export function createQuarantine(db: Db) {
  let images = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    images = await listQuarantined(db)
    readAt = performance.now()
  }

  return {
    async has({ id }: StoredImage): Promise<boolean> {
      if (performance.now() - readAt > rereadMs) {
        reading ??= read().finally(() => {
          reading = null
        })
        await reading
      }
      return images.has(id)
    },

    async add({ id, studyId }: StoredImage): Promise<void> {
      images.add(id)
      await quarantine(db, { image: id, studyId })
    },
  }
}

import type { Db } from '@readroom/db/core/client'
import { listQuarantined, quarantine, releaseFromQuarantine } from '@readroom/db/images/quarantine'
import type { Orthanc } from '@readroom/orthanc/client'

/** Maximum time until another process learns of an image. */
const rereadMs = 10_000

/** An image of the archive, by Orthanc's id, and the row of its study. */
export type StoredImage = { id: string; studyId: string }

/**
 * Knows the images that must not be decoded. All API processes share them, and a restart forgets none. An image is its file: another one that was sent
 * under the same UIDs is decoded.
 */
export function createQuarantine(db: Db, orthanc: Pick<Orthanc, 'listChecksums'>) {
  let images = new Map<string, string | null>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    images = await listQuarantined(db)
    readAt = performance.now()
  }

  const checksumOf = async (id: string) => (await orthanc.listChecksums([id])).get(id) ?? null

  /** Returns true if the archive has another file of the image now. */
  async function isReplaced(id: string): Promise<boolean> {
    const known = images.get(id) ?? null
    if (known === null) return false
    const present = await checksumOf(id)
    if (present === null || present === known) return false
    images.delete(id)
    await releaseFromQuarantine(db, { image: id, checksum: known })
    return true
  }

  return {
    async has({ id }: StoredImage): Promise<boolean> {
      if (performance.now() - readAt > rereadMs) {
        reading ??= read().finally(() => {
          reading = null
        })
        await reading
      }
      return images.has(id) && !(await isReplaced(id))
    },

    async add({ id, studyId }: StoredImage): Promise<void> {
      const checksum = await checksumOf(id).catch(() => null)
      images.set(id, checksum)
      await quarantine(db, { image: id, studyId, checksum })
    },
  }
}

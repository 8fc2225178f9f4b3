import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Db } from '@readroom/db/core/client'
import { listKeyImages } from '@readroom/db/reading/key-images'
import type { VersionRow } from '@readroom/db/reports/report-versions'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'

/** Returns a row's columns for a stored file. */
export const factsOf = (bytes: Buffer, objectKey: string) => ({
  objectKey,
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The image of the signer's signature; one that storage has lost holds no report up. */
export async function signatureOf(storage: ObjectStorage, { snapshot }: VersionRow): Promise<Buffer | null> {
  const { signatureKey } = snapshot.signer
  if (signatureKey === null) return null
  try {
    return await buffer((await storage.get(signatureKey)).stream)
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}

/**
 * The key images of these versions, by their ids. Throws if storage has lost one, or has something else than what was signed: a report
 * without it would not be what was signed.
 */
export async function picturesOf(db: Db, storage: ObjectStorage, chain: readonly VersionRow[]): Promise<Map<string, Buffer>> {
  const signed = new Map(chain.flatMap(({ snapshot }) => snapshot.keyImages ?? []).map((picture) => [picture.id, picture]))
  const [first] = chain
  const rows = first && signed.size > 0 ? await listKeyImages(db, first.studyId, [...signed.keys()]) : []
  const pictures = new Map<string, Buffer>()
  for (const { id, objectKey } of rows) pictures.set(id, await buffer((await storage.get(objectKey)).stream))
  for (const { id, sha256 } of signed.values())
    if (factsOf(pictures.get(id) ?? Buffer.alloc(0), '').sha256 !== sha256)
      throw new Error(`key image ${id} is not what was signed`)
  return pictures
}

import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { VersionRow } from '@readroom/db/queries/report-versions'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'

/** What a row says of a stored file. */
export const factsOf = (bytes: Buffer, objectKey: string) => ({
  ...{ objectKey, sizeBytes: bytes.length },
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

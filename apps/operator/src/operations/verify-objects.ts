import type { Db } from '@readroom/db/core/client'
import { isFileNeeded, listStoredFiles, type StoredFile } from '@readroom/db/privacy/stored-objects'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import pLimit from 'p-limit'
import { measureStream } from './files.ts'

const KEYS_AT_ONCE = 1_000
const FILES_AT_ONCE = 4

async function faultOf(db: Db, storage: ObjectStorage, { key, sha256, size }: StoredFile): Promise<string | null> {
  try {
    const { stream } = await storage.get(key)
    const found = await measureStream(stream)
    if (sha256 !== null && found.sha256 !== sha256) return `object ${key} has changed: its sha256 is ${found.sha256}`
    return size !== null && found.size !== size ? `object ${key} has ${found.size} bytes instead of ${size}` : null
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error
    // It may have been deleted with its row meanwhile.
    return (await isFileNeeded(db, key)) ? `object ${key} is missing from storage` : null
  }
}

/** Reads every object that the database needs, and compares it with the database. Returns the number of objects. */
export async function verifyObjects(db: Db, storage: ObjectStorage, tell: (difference: string) => void): Promise<number> {
  const atOnce = pLimit(FILES_AT_ONCE)
  let checked = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: StoredFile[] = await listStoredFiles(db, after, KEYS_AT_ONCE)
    const needed = page.filter(({ isNeeded }) => isNeeded)
    for (const fault of await Promise.all(needed.map((file) => atOnce(() => faultOf(db, storage, file))))) if (fault) tell(fault)
    checked += needed.length
    after = page.at(-1)?.key
  }
  return checked
}

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Db } from '@readroom/db/core/client'
import { isFileNeeded, listStoredFiles, StoredFile } from '@readroom/db/privacy/stored-objects'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import { linkOrCopy, readLines, type Written, writeLines, writeWhole } from './files.ts'
import { type BackedUpObject, type Manifest, objectList, objectPath } from './manifest.ts'

const KEYS_AT_ONCE = 1_000
export const namedList = 'named.jsonl.gz'

async function* namedFiles(db: Db): AsyncGenerator<StoredFile> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: StoredFile[] = await listStoredFiles(db, after, KEYS_AT_ONCE)
    yield* page
    after = page.at(-1)?.key
  }
}

/** Records the objects that the database names at this moment, to be copied later. */
export async function noteNamedFiles(db: Db, backup: string): Promise<void> {
  await writeLines(backup, namedList, namedFiles(db))
}

type Source = { db: Db; storage: ObjectStorage }
type Place = { backup: string; earlier: readonly string[]; tell: (problem: string) => void }

/** Finds the same object in an earlier backup. Keys are never reused, so an object with the same size is the same. */
async function findEarlier(
  { earlier }: Place,
  { key, size, sha256 }: StoredFile,
): Promise<{ path: string; written: Written } | null> {
  if (sha256 === null || size === null) return null
  for (const path of earlier.map((one) => objectPath(one, key))) {
    if (existsSync(path) && (await stat(path)).size === size) return { path, written: { size, sha256 } }
  }
  return null
}

async function copyObject({ db, storage }: Source, place: Place, file: StoredFile): Promise<Written | null> {
  const path = objectPath(place.backup, file.key)
  const found = await findEarlier(place, file)
  if (found) {
    await linkOrCopy(found.path, path)
    return found.written
  }
  try {
    const { stream } = await storage.get(file.key)
    const isAsNoted = ({ sha256 }: Written) => file.sha256 === null || file.sha256 === sha256
    // Under another name nobody takes it for a copy.
    const nameOf = (found: Written) => (isAsNoted(found) ? basename(path) : `${basename(path)}.damaged`)
    const written = await writeWhole(dirname(path), nameOf, stream)
    if (isAsNoted(written)) return written
    place.tell(`object ${file.key} has changed: its sha256 is ${written.sha256} and should be ${file.sha256}`)
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error
    // It may have been deleted with its row since the database was copied.
    if (await isFileNeeded(db, file.key)) place.tell(`object ${file.key} is missing from storage`)
  }
  return null
}

/** Copies every recorded object. Objects in an earlier backup are linked instead. */
export async function backUpObjects(source: Source, place: Place): Promise<Manifest['objects']> {
  const counts = { count: 0, bytes: 0, unreadable: 0 }
  async function* copied(): AsyncGenerator<BackedUpObject> {
    for await (const file of readLines(join(place.backup, namedList), StoredFile)) {
      const tell = (problem: string) => {
        counts.unreadable += 1
        place.tell(problem)
      }
      const written = await copyObject(source, { ...place, tell }, file)
      if (!written) continue
      counts.count += 1
      counts.bytes += written.size
      yield { key: file.key, contentType: file.contentType, ...written }
    }
  }
  const list = await writeLines(place.backup, objectList, copied())
  return { list, ...counts }
}

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { storedFolders } from '@readroom/db/privacy/stored-objects'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { measureFile, readLines } from './files.ts'
import { BackedUpObject, objectList, objectPath } from './manifest.ts'

type Tell = (problem: string) => void

const listed = (backup: string) => readLines(join(backup, objectList), BackedUpObject)

/** Counts objects that the backup does not have. Its own may be there after an interrupted restore. */
export async function countForeignObjects(storage: ObjectStorage, backup: string): Promise<number> {
  const present = new Set<string>()
  for (const folder of storedFolders) for await (const { key } of storage.list(folder)) present.add(key)
  if (present.size > 0) for await (const { key } of listed(backup)) present.delete(key)
  return present.size
}

/** Stores every object again. Damaged ones are reported and left out. Returns the number of objects restored. */
export async function restoreObjects(storage: ObjectStorage, backup: string, tell: Tell): Promise<number> {
  let count = 0
  for await (const { key, contentType, size, sha256 } of listed(backup)) {
    const path = objectPath(backup, key)
    const found = await measureFile(path).catch(() => null)
    if (found?.sha256 !== sha256) {
      tell(`object ${key} is ${found ? 'damaged' : 'missing'} in the backup`)
      continue
    }
    if ((await storage.head(key))?.size !== size) await storage.put(key, createReadStream(path), { contentType })
    count += 1
  }
  return count
}

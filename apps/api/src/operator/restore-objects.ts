import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { storedFolders } from '@readroom/db/queries/stored-objects'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { measureFile, readLines } from './files.ts'
import { BackedUpObject, objectList, objectPath } from './manifest.ts'

type Tell = (problem: string) => void

const listed = (backup: string) => readLines(join(backup, objectList), BackedUpObject)

/** How many objects there are that the backup does not name; its own may be there, from a restore that was interrupted. */
export async function countForeignObjects(storage: ObjectStorage, backup: string): Promise<number> {
  const present = new Set<string>()
  for (const folder of storedFolders) for await (const { key } of storage.list(folder)) present.add(key)
  if (present.size > 0) for await (const { key } of listed(backup)) present.delete(key)
  return present.size
}

/** Puts every object back. One that is not what it was is told, and left out. Answers how many there are. */
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

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measureFile, readLines, type Written } from './files.ts'
import {
  archiveList,
  BackedUpObject,
  BackedUpStudy,
  instanceFile,
  objectList,
  objectPath,
  readManifest,
  studyFolder,
  tableFile,
  tableFolder,
} from './manifest.ts'

export type Verified = { checked: number; differences: number }

/** Reads a whole backup and compares every file with the manifest and its lists. `tell` gets each difference. */
export async function verifyBackup(backup: string, tell: (difference: string) => void): Promise<Verified> {
  const manifest = await readManifest(backup)
  const result: Verified = { checked: 0, differences: 0 }
  async function compare(what: string, path: string, { sha256 }: Written): Promise<boolean> {
    const found = await measureFile(path).catch(() => null)
    result.checked += 1
    if (found?.sha256 === sha256) return true
    result.differences += 1
    tell(`${what} is ${found || existsSync(path) ? 'damaged' : 'missing'}: ${path}`)
    return false
  }
  for (const { name, file } of manifest.tables) await compare(`table ${name}`, join(tableFolder(backup), tableFile(name)), file)
  if (await compare('the list of objects', join(backup, objectList), manifest.objects.list)) {
    for await (const object of readLines(join(backup, objectList), BackedUpObject))
      await compare(`object ${object.key}`, objectPath(backup, object.key), object)
  }
  if (await compare('the list of studies', join(backup, archiveList), manifest.archive.list)) {
    for await (const { id, instances } of readLines(join(backup, archiveList), BackedUpStudy))
      for (const instance of instances)
        await compare(`image ${instance.id} of study ${id}`, join(studyFolder(backup, id), instanceFile(instance)), instance)
  }
  return result
}

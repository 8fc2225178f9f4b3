import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '@readroom/db/core/client'
import { compareSoon } from '@readroom/db/operations/restore'
import { readSweptStudies } from '@readroom/db/studies/intake/intake-studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancBadAnswer } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'
import { measureFile, readLines } from './files.ts'
import { archiveList, type BackedUpInstance, BackedUpStudy, instanceFile, studyFolder } from './manifest.ts'

const IDS_AT_ONCE = 1_000
const FILES_AT_ONCE = 4

type Tell = (problem: string) => void

const listed = (backup: string) => readLines(join(backup, archiveList), BackedUpStudy)

/** Counts studies in the archive that the backup does not have. Its own may be there after an interrupted restore. */
export async function countForeignStudies(orthanc: Orthanc, backup: string): Promise<number> {
  const present = new Set<string>()
  for (let since = 0; ; since += IDS_AT_ONCE) {
    const ids = await orthanc.listStudies(since, IDS_AT_ONCE)
    for (const id of ids) present.add(id)
    if (ids.length === 0) break
  }
  if (present.size > 0) for await (const { id } of listed(backup)) present.delete(id)
  return present.size
}

/** Adds an image under its former id. Returns what is wrong with it, or null. */
async function addInstance(orthanc: Orthanc, folder: string, instance: BackedUpInstance): Promise<string | null> {
  const path = join(folder, instanceFile(instance))
  const found = await measureFile(path).catch(() => null)
  if (found?.sha256 !== instance.sha256) return found ? 'is damaged in the backup' : 'is missing in the backup'
  try {
    const { ID } = await orthanc.addInstance(createReadStream(path), instance.size)
    return ID === instance.id ? null : `has become ${ID}`
  } catch (error) {
    if (error instanceof OrthancBadAnswer) return 'was rejected by the image archive'
    throw error
  }
}

/** Adds every image. Damaged ones are reported and left out. Returns the number of images added. */
export async function restoreArchive(orthanc: Orthanc, backup: string, tell: Tell): Promise<number> {
  let count = 0
  const atOnce = pLimit(FILES_AT_ONCE)
  for await (const { id, instances } of listed(backup)) {
    const folder = studyFolder(backup, id)
    const added = instances.map((instance) =>
      atOnce(async () => {
        const problem = await addInstance(orthanc, folder, instance)
        if (problem) tell(`image ${instance.id} of study ${id} ${problem}`)
        else count += 1
      }),
    )
    await Promise.all(added)
  }
  return count
}

/** Returns the number of the archive's last change, by asking for changes after one that never existed. */
export const readLastChange = async (orthanc: Orthanc) => (await orthanc.getChanges(Number.MAX_SAFE_INTEGER, 1)).Last

/** Lets the intake check studies that changed between the copies of database and archive. Returns their number. */
export async function noteDifferences(tx: Tx, backup: string): Promise<number> {
  let count = 0
  const compare = async (page: readonly BackedUpStudy[]) => {
    const known = await readSweptStudies(
      tx,
      page.map(({ id }) => id),
    )
    const differing = page.filter(({ id, series, instances }) => {
      const study = known.get(id)
      return study?.seriesCount !== series || study.imageCount !== instances.length
    })
    count += differing.length
    await compareSoon(
      tx,
      differing.map(({ id }) => id),
    )
  }
  let page: BackedUpStudy[] = []
  for await (const study of listed(backup)) {
    page.push(study)
    if (page.length < IDS_AT_ONCE) continue
    await compare(page)
    page = []
  }
  await compare(page)
  return count
}

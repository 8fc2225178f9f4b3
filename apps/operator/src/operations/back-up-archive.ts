import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@readroom/db/core/client'
import { listPresentStudies } from '@readroom/db/studies/intake/intake-studies'
import type { StoredInstance } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'
import { linkOrCopy, writeLines, writeWhole } from './files.ts'
import { archiveList, type BackedUpInstance, type BackedUpStudy, instanceFile, type Manifest, studyFolder } from './manifest.ts'

const IDS_AT_ONCE = 1_000
/** Kept low, because the archive serves users at the same time. */
const FILES_AT_ONCE = 4

type Place = { backup: string; earlier: readonly string[]; tell: (problem: string) => void }
type Archive = { db: Db; orthanc: Orthanc }

/** Lists all studies of the archive, even those not in the database. A deletion shifts its pages, so the database's studies are added. */
async function* studiesOf({ db, orthanc }: Archive): AsyncGenerator<string> {
  const seen = new Set<string>()
  for (let since = 0; ; since += IDS_AT_ONCE) {
    const ids = await orthanc.listStudies(since, IDS_AT_ONCE)
    for (const id of ids) if (!seen.has(id)) yield id
    for (const id of ids) seen.add(id)
    if (ids.length === 0) break
  }
  for (let after: string | null = null; ; ) {
    const rows: { id: string; orthancId: string }[] = await listPresentStudies(db, after, IDS_AT_ONCE)
    for (const { orthancId } of rows) if (!seen.has(orthancId)) yield orthancId
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}

type Earlier = { path: string; sha256: string }

const keyOf = (id: string, fileUuid: string) => `${id}_${fileUuid}`

/** Lists a study's files in earlier backups by image and archive file. The same archive file never changes. */
async function listEarlier(earlier: readonly string[], studyId: string): Promise<Map<string, Earlier>> {
  const found = new Map<string, Earlier>()
  for (const backup of earlier.toReversed()) {
    const folder = studyFolder(backup, studyId)
    for (const name of await readdir(folder).catch(() => [])) {
      const [, id, fileUuid, sha256] = /^([0-9a-f-]+)_([0-9a-f-]+)_([0-9a-f]{64})\.dcm$/.exec(name) ?? []
      if (id && fileUuid && sha256) found.set(keyOf(id, fileUuid), { path: join(folder, name), sha256 })
    }
  }
  return found
}

async function linkInstance(folder: string, { path, sha256 }: Earlier, of: StoredInstance): Promise<BackedUpInstance | null> {
  const instance = { id: of.ID, fileUuid: of.FileUuid, size: of.FileSize, sha256 }
  if ((await stat(path)).size !== of.FileSize) return null
  await linkOrCopy(path, join(folder, instanceFile(instance)))
  return instance
}

const isBroken = (error: unknown): boolean =>
  error instanceof OrthancDown || (error instanceof Error && 'code' in error && String(error.code).startsWith('UND_ERR'))

/** Returns true if the image archive has lost or damaged a single file. Throws its error if the archive itself is down. */
async function isOfOneFile(orthanc: Pick<Orthanc, 'system'>, error: unknown): Promise<boolean> {
  if (error instanceof OrthancNotFound || error instanceof OrthancBadAnswer) return true
  if (!isBroken(error)) return false
  await orthanc.system()
  return true
}

/** Copies an image. Returns null if the archive does not give the whole file. */
async function fetchInstance(orthanc: Orthanc, folder: string, of: StoredInstance): Promise<BackedUpInstance | null> {
  const { ID: id, FileUuid: fileUuid, FileSize } = of
  try {
    const { stream } = await orthanc.openInstanceFile(id)
    const written = await writeWhole(folder, (file) => instanceFile({ id, fileUuid, ...file }), stream)
    const instance = { id, fileUuid, ...written }
    if (written.size === FileSize) return instance
    const name = join(folder, instanceFile(instance))
    await rename(name, `${name}.unreadable`)
    return null
  } catch (error) {
    if (await isOfOneFile(orthanc, error)) return null
    throw error
  }
}

async function listInstances(orthanc: Orthanc, studyId: string): Promise<StoredInstance[]> {
  return orthanc.listStoredInstances(studyId).catch((error: unknown) => {
    // The study was deleted, before or after it was listed.
    if (error instanceof OrthancNotFound) return []
    throw error
  })
}

async function copyStudy(orthanc: Orthanc, place: Place, id: string): Promise<BackedUpStudy | null> {
  const stored = await listInstances(orthanc, id)
  if (stored.length === 0) return null
  const folder = studyFolder(place.backup, id)
  const earlier = await listEarlier(place.earlier, id)
  const atOnce = pLimit(FILES_AT_ONCE)
  const copies = stored.map((of) =>
    atOnce(async () => {
      const known = earlier.get(keyOf(of.ID, of.FileUuid))
      const instance = (known && (await linkInstance(folder, known, of))) ?? (await fetchInstance(orthanc, folder, of))
      return instance ?? of.ID
    }),
  )
  const all = await Promise.all(copies)
  const unreadable = all.filter((one) => typeof one === 'string')
  for (const image of unreadable) place.tell(`image ${image} of study ${id} cannot be read from the image archive`)
  const series = new Set(stored.map(({ ParentSeries }) => ParentSeries)).size
  return { id, series, instances: all.filter((one) => typeof one !== 'string'), unreadable }
}

/** Copies every image of the archive, study by study. Images in an earlier backup are linked instead. */
export async function backUpArchive(archive: Archive, place: Place): Promise<Manifest['archive']> {
  const counts = { studies: 0, instances: 0, bytes: 0, unreadable: 0 }
  async function* copied(): AsyncGenerator<BackedUpStudy> {
    for await (const id of studiesOf(archive)) {
      const study = await copyStudy(archive.orthanc, place, id)
      if (!study) continue
      counts.studies += 1
      counts.instances += study.instances.length
      counts.unreadable += study.unreadable.length
      counts.bytes += study.instances.reduce((sum, { size }) => sum + size, 0)
      yield study
    }
  }
  const list = await writeLines(place.backup, archiveList, copied())
  return { list, ...counts }
}

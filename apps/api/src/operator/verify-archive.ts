import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@readroom/db/client'
import { listSetAside } from '@readroom/db/queries/intake-failures'
import { listPresentStudies, readSweptStudies, type SweptStudy } from '@readroom/db/queries/intake-studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'

const IDS_AT_ONCE = 1_000
const STUDIES_AT_ONCE = 8
/** The intake is that much behind the archive, at most, while a study arrives. */
const LOOKS = 3
const LOOK_MS = 2_000

type Archive = { db: Db; orthanc: Orthanc }
type Tell = (difference: string) => void

async function countStudy(orthanc: Orthanc, id: string) {
  try {
    const { CountSeries: series, CountInstances: images } = await orthanc.getStudyStatistics(id)
    return { series, images }
  } catch (error) {
    if (error instanceof OrthancNotFound) return { series: 0, images: 0 }
    throw error
  }
}

/** What differs of these studies, by their Orthanc ids. */
async function compare({ db, orthanc }: Archive, ids: readonly string[]): Promise<Map<string, string>> {
  const [known, setAside] = [await readSweptStudies(db, [...ids]), await listSetAside(db, [...ids])]
  const atOnce = pLimit(STUDIES_AT_ONCE)
  const found = new Map<string, string>()
  const faultOf = (id: string, study: SweptStudy | undefined, { series, images }: { series: number; images: number }) => {
    if (!study) return images > 0 ? `study ${id} is in the archive and not in the database` : null
    if (study.imagesMissingAt !== null || (study.seriesCount === series && study.imageCount === images)) return null
    return `study ${id} has ${series} series with ${images} images in the archive and ${study.seriesCount} with ${study.imageCount} in the database`
  }
  const look = async (id: string) => {
    const fault = setAside.has(id) ? null : faultOf(id, known.get(id), await countStudy(orthanc, id))
    if (fault) found.set(id, fault)
  }
  await Promise.all(ids.map((id) => atOnce(() => look(id))))
  return found
}

/** The ids of both sides, in pages. */
async function* pagesOf({ db, orthanc }: Archive): AsyncGenerator<string[]> {
  for (let after: string | null = null; ; ) {
    const rows: SweptStudy[] = await listPresentStudies(db, after, IDS_AT_ONCE)
    if (rows.length === 0) break
    yield rows.map(({ orthancId }) => orthancId)
    after = rows.at(-1)?.id ?? null
  }
  for (let since = 0; ; since += IDS_AT_ONCE) {
    const ids = await orthanc.listStudies(since, IDS_AT_ONCE)
    if (ids.length === 0) return
    const known = await readSweptStudies(db, ids)
    yield ids.filter((id) => !known.has(id))
  }
}

/**
 * Compares how many series and images each study has in the database and in the archive. What differs is looked at again, as studies arrive meanwhile.
 * Answers how many studies there are.
 */
export async function verifyArchive(archive: Archive, tell: Tell): Promise<number> {
  let checked = 0
  let differing = new Map<string, string>()
  for await (const ids of pagesOf(archive)) {
    checked += ids.length
    for (const [id, fault] of await compare(archive, ids)) differing.set(id, fault)
  }
  for (let looks = 1; looks < LOOKS && differing.size > 0; looks += 1) {
    await delay(LOOK_MS)
    differing = await compare(archive, [...differing.keys()])
  }
  for (const fault of differing.values()) tell(fault)
  return checked
}

/** Has the archive compute the checksum of every image of the database's studies. Answers how many there are. */
export async function verifyImages({ db, orthanc }: Archive, tell: Tell): Promise<number> {
  const atOnce = pLimit(STUDIES_AT_ONCE)
  let checked = 0
  for await (const ids of pagesOf({ db, orthanc })) {
    for (const id of ids) {
      const instances = await orthanc.listStoredInstances(id).catch((error: unknown) => {
        if (error instanceof OrthancNotFound) return []
        throw error
      })
      checked += instances.length
      const look = async (image: string) => {
        if (!(await orthanc.isInstanceIntact(image))) tell(`image ${image} of study ${id} is damaged in the archive`)
      }
      await Promise.all(instances.map(({ ID }) => atOnce(() => look(ID))))
    }
  }
  return checked
}

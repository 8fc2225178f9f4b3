import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@readroom/db/core/client'
import { listSetAside } from '@readroom/db/studies/intake/intake-failures'
import { listPresentStudies, readSweptStudies, type SweptStudy } from '@readroom/db/studies/intake/intake-studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import pLimit from 'p-limit'

const IDS_AT_ONCE = 1_000
const STUDIES_AT_ONCE = 8
/** Comparisons of a differing study, with a pause between them. An arriving study reaches the database within that time. */
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

/** Compares these studies, given by their Orthanc ids, and returns their differences. */
async function compare({ db, orthanc }: Archive, ids: readonly string[]): Promise<Map<string, string>> {
  const [known, setAside] = [await readSweptStudies(db, [...ids]), await listSetAside(db, [...ids])]
  const atOnce = pLimit(STUDIES_AT_ONCE)
  const found = new Map<string, string>()
  const faultOf = (id: string, study: SweptStudy | undefined, { series, images }: { series: number; images: number }) => {
    if (!study) return images > 0 ? `study ${id} is in the image archive but not in the database` : null
    if (study.imagesMissingAt !== null || (study.seriesCount === series && study.imageCount === images)) return null
    return `study ${id} has ${series} series with ${images} images in the image archive and ${study.seriesCount} with ${study.imageCount} in the database`
  }
  const look = async (id: string) => {
    const fault = setAside.has(id) ? null : faultOf(id, known.get(id), await countStudy(orthanc, id))
    if (fault) found.set(id, fault)
  }
  await Promise.all(ids.map((id) => atOnce(() => look(id))))
  return found
}

/** Lists the studies of both sides, in pages. */
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
 * Compares the series and image counts of each study in database and archive. Compares differing ones again, because studies may be arriving.
 * Returns the number of studies.
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

/** Lets the archive compute the checksum of every image of both sides. Returns the number of images. */
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
        if (!(await orthanc.isInstanceIntact(image))) tell(`image ${image} of study ${id} is damaged in the image archive`)
      }
      await Promise.all(instances.map(({ ID }) => atOnce(() => look(ID))))
    }
  }
  return checked
}

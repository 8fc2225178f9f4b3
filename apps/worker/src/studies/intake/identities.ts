import type { NewStudyPerson } from '@readroom/db/patients/study-people'
import { keyOf } from '@readroom/domain/patients/image-identities'
import { nameSeveral } from '@readroom/domain/patients/study-people'
import type { Series, Tags } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import pMap from 'p-map'
import { describeStudy } from '../headers/describe.ts'

const IMAGES_AT_ONCE = 8

/** A usual image has 10 kB of tags. */
const LISTED_IMAGES = 3_000

/** Comparing all images of a study costs the archive as much as reading a twentieth of them one by one. */
const SHARE_READ = 20

/** The parts of an identity. DICOM demands each of them in every image, though it may be empty. */
const parts = ['PatientName', 'PatientBirthDate', 'PatientSex'] as const

/** The questions to the archive. */
type Asked = Pick<Orthanc, 'getInstanceTags' | 'getSharedTags' | 'listTagsOfSeries'>

type Read = Pick<NewStudyPerson, 'name' | 'birthDate' | 'sex' | 'seriesInstanceUid' | 'sopInstanceUid'>

function readTags(tags: Tags): Read {
  const { dicomPatientName: name, dicomPatientBirthDate: birthDate, dicomPatientSex: sex } = describeStudy(tags)
  const { SeriesInstanceUID: seriesInstanceUid = '', SOPInstanceUID: sopInstanceUid = '' } = tags
  return { name, birthDate, sex, seriesInstanceUid, sopInstanceUid }
}

/** Only an archive that does not answer is a failure: a file that cannot be read names nobody. */
const readable = <T>(question: Promise<T>): Promise<T | null> =>
  question.catch((error: unknown) => {
    if (error instanceof OrthancDown && error.status === null) throw error
    return null
  })

const nameEveryPart = (tags: Tags | null): boolean => tags !== null && parts.every((part) => tags[part] !== undefined)

/** Reads the images of a series in one question, or one by one if that is too much for an answer. */
async function readAll(orthanc: Asked, { ID, Instances }: Series): Promise<Map<string, Read>> {
  const tags = Instances.length > LISTED_IMAGES ? null : await readable(orthanc.listTagsOfSeries(ID))
  return tags ? new Map([...tags].map(([id, one]) => [id, readTags(one)])) : readEach(orthanc, Instances)
}

async function readEach(orthanc: Asked, ids: readonly string[]): Promise<Map<string, Read>> {
  const read = new Map<string, Read>()
  const readOne = async (id: string) => {
    const tags = await readable(orthanc.getInstanceTags(id))
    if (tags) read.set(id, readTags(tags))
  }
  await pMap(ids, readOne, { concurrency: IMAGES_AT_ONCE })
  return read
}

/** Groups a series by identity. Its images are read one by one only if they do not share it. */
async function readSeries(orthanc: Asked, series: Series): Promise<NewStudyPerson[]> {
  const { ID, Instances } = series
  const isUniform = nameEveryPart(await readable(orthanc.getSharedTags('series', ID)))
  const read = await (isUniform ? readEach(orthanc, Instances.slice(0, 1)) : readAll(orthanc, series))
  const groups = new Map<string, NewStudyPerson>()
  for (const [id, tags] of read) {
    const key = keyOf(tags)
    const { instanceIds = [] } = groups.get(key) ?? {}
    groups.set(key, { ...(groups.get(key) ?? tags), seriesId: ID, instanceIds: [...instanceIds, id] })
  }
  return [...groups.values()].map((group) => (isUniform ? { ...group, instanceIds: Instances } : group))
}

/** Groups all images of these series by the identity that they name. */
export async function groupByIdentity(orthanc: Asked, series: readonly Series[]): Promise<NewStudyPerson[]> {
  const people: NewStudyPerson[] = []
  for (const one of series) people.push(...(await readSeries(orthanc, one)))
  return people
}

/**
 * Returns the people whom a study's images name, by series; none if all name one. Null if the fresh images agree with the study, so that nothing about it
 * changed. One question if all images share the identity; otherwise one for each series, and one for each image of a series that does not share it.
 */
export async function readPeople(
  orthanc: Asked,
  orthancId: string,
  series: readonly Series[],
  fresh: readonly string[],
): Promise<NewStudyPerson[] | null> {
  const all = series.flatMap(({ Instances }) => Instances)
  if (fresh.length === 0) return null
  if (fresh.length * SHARE_READ >= all.length) {
    if (nameEveryPart(await readable(orthanc.getSharedTags('studies', orthancId)))) return []
  }
  if (fresh.length < all.length) {
    const known = all.find((id) => !fresh.includes(id)) ?? ''
    const read = await readEach(orthanc, [known, ...fresh])
    if (!nameSeveral([...read.values()])) return null
  }
  return groupByIdentity(orthanc, series)
}

import { isImaging, viewModalities } from '@readroom/contracts/studies/modalities'
import type { NewStudyPerson } from '@readroom/db/patients/study-people'
import type { IntakeSeries, SettledImages, StudyDescription } from '@readroom/db/studies/intake/intake-studies'
import type { InstanceHead, Series, Tags } from '@readroom/orthanc/answers'
import type { Arrival, Orthanc } from '@readroom/orthanc/client'
import { OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { hashInstances, hashOfEach } from '@readroom/orthanc/instances-hash'
import pMap from 'p-map'
import { decodeName } from '../headers/decode-name.ts'
import { describeSeries, describeStudy, studyUid } from '../headers/describe.ts'
import { readPeople } from './identities.ts'

const SERIES_AT_ONCE = 8

/** The head of each image of a series with more is not read for its side. */
const MOST_VIEWS = 40

/** The image archive's state of a study at one moment. */
export type Snapshot = {
  orthancId: string
  series: IntakeSeries[]
  imageCount: number
  instancesHash: string
  /** Hash of the files behind the images; null if they were not all read. */
  filesHash: string | null
  /** Hash of the contents of the files; null if they were not compared. */
  contentHash: string | null
  /** AE titles that images were sent under: of all in new series, and of those that have just arrived in known ones. */
  senders: string[]
  /** The people whom the images name, by series; none if all name one. Null if no image is new. */
  people: NewStudyPerson[] | null
  /** Read only if it is asked for. */
  told: {
    studyInstanceUid: string
    callingAeTitle: string | null
    /** When the archive received the image that tells; null if it does not know. */
    arrivedAt: Date | null
    description: StudyDescription
  } | null
}

/** The study's series with their instances' ids, or null if the archive does not have it. */
export async function readSeries(orthanc: Orthanc, orthancId: string): Promise<Series[] | null> {
  try {
    const series = await orthanc.getStudySeries(orthancId)
    return series.some(({ Instances }) => Instances.length > 0) ? series : null
  } catch (error) {
    if (error instanceof OrthancNotFound) return null
    throw error
  }
}

/** The series whose images speak for the study: one of pictures, if there is one. */
function spokesman(series: Series[]): Series | undefined {
  return series.find(({ MainDicomTags }) => isImaging(MainDicomTags.Modality)) ?? series[0]
}

const asRegistered = (aeTitle: string | null): string => (aeTitle ?? '').trim().toUpperCase().slice(0, 64)

/** As labs register them, by instance; images that did not come by C-STORE have none. */
function sendersOf(instanceIds: string[], arrivals: ReadonlyMap<string, Arrival>): Map<string, string> {
  const usual = instanceIds.map((id) => [id, asRegistered(arrivals.get(id)?.aeTitle ?? null)] as const)
  return new Map(usual.filter(([, title]) => title !== ''))
}

/**
 * Names come from an image of the study itself, because Orthanc's patient holds those of whichever study came first under its PatientID.
 */
async function readTold(
  orthanc: Orthanc,
  instanceId: string,
): Promise<{ head: InstanceHead; told: NonNullable<Snapshot['told']> }> {
  const head = await orthanc.getInstanceHead(instanceId)
  const { tags } = head
  const arrival = (await orthanc.listArrivals([instanceId])).get(instanceId)
  const callingAeTitle = asRegistered(arrival?.aeTitle ?? null) || null
  const rawName = await orthanc.getRawValue(instanceId, '0010-0010')
  const name = rawName === null ? null : decodeName(tags.SpecificCharacterSet, rawName)
  const description = describeStudy(tags, name)
  return { head, told: { studyInstanceUid: studyUid(tags), callingAeTitle, arrivedAt: arrival?.at ?? null, description } }
}

const isNoAnswer = (error: unknown): boolean => error instanceof OrthancDown && error.status === null

/** Asks another image of the series if the archive has lost the first one's file. */
async function readFirstTold(orthanc: Orthanc, { Instances }: Series) {
  const [first, last] = [Instances[0], Instances.at(-1)]
  if (first === undefined || last === undefined) return null
  return readTold(orthanc, first).catch((error: unknown) => {
    if (first === last || isNoAnswer(error)) throw error
    return readTold(orthanc, last)
  })
}

const isOfViews = ({ MainDicomTags }: Series) => viewModalities.includes(MainDicomTags.Modality ?? '')

/** Returns the side that all images of a series name; empty if they differ, or there are too many to read. */
async function readSide(orthanc: Orthanc, { ID, Instances }: Series): Promise<Tags> {
  const shared = Instances.length > MOST_VIEWS ? null : await readable(orthanc.getSharedTags('series', ID))
  return { ImageLaterality: shared?.ImageLaterality ?? '', Laterality: shared?.Laterality ?? '' }
}

/** Returns what one image of each series says that the archive's index does not have. `told`: the heads of the series that were read already. */
async function readHeaders(
  orthanc: Orthanc,
  series: Series[],
  told: ReadonlyMap<string, InstanceHead>,
): Promise<Map<string, InstanceHead>> {
  const headers = new Map<string, InstanceHead>()
  const readOne = async (entry: Series) => {
    const [first] = entry.Instances
    if (first === undefined) return
    const head = told.get(entry.ID) ?? (await readable(orthanc.getInstanceHead(first)))
    const side = isOfViews(entry) && entry.Instances.length > 1 ? await readSide(orthanc, entry) : {}
    if (head) headers.set(entry.ID, { ...head, tags: { ...head.tags, ...side } })
  }
  await pMap(series, readOne, { concurrency: SERIES_AT_ONCE })
  return headers
}

/** An unreadable image tells nothing. */
const readable = <T>(question: Promise<T>): Promise<T | null> =>
  question.catch((error: unknown) => {
    if (isNoAnswer(error)) throw error
    return null
  })

type Interest = {
  /** True to read the images' description of the study. */
  tell: boolean
  /** The study's series whose images were looked at already, by their Orthanc ids. */
  known?: ReadonlyMap<string, number> | undefined
  /** Images of known series whose senders are to be looked at: those that have just arrived, of this study and others, or all. */
  arrived?: ReadonlySet<string> | 'all'
  /** The images that the study settled with, if their files are to be compared. */
  settled?: SettledImages | null | undefined
}

/** The images whose senders are still to be looked at. */
function newImages(series: Series[], { known, arrived }: Interest): string[] {
  if (arrived === 'all') return series.flatMap(({ Instances }) => Instances)
  return series.flatMap(({ ID, Instances }) => (known?.has(ID) ? Instances.filter((id) => arrived?.has(id)) : Instances))
}

/** Returns the hash of the files' contents if the same images are in other files than when the study settled. Otherwise null. */
async function readContent(
  orthanc: Orthanc,
  now: Omit<SettledImages, 'contentHash'>,
  ids: string[],
  settled: SettledImages | null,
) {
  const isComparable = settled?.contentHash && areOtherFiles(settled, now)
  return isComparable ? hashOfEach(await orthanc.listChecksums(ids)) : null
}

/** Reports whether the archive has stored images anew under the ids of those that the study settled with. */
const areOtherFiles = (settled: SettledImages, now: Omit<SettledImages, 'contentHash'>): boolean =>
  settled.instancesHash === now.instancesHash &&
  settled.filesHash !== null &&
  now.filesHash !== null &&
  settled.filesHash !== now.filesHash

/** Reports whether images were sent anew under the ids of those that the study settled with, and are not known to be the same. */
export const areSentAnew = (settled: SettledImages, now: SettledImages): boolean =>
  areOtherFiles(settled, now) && (settled.contentHash === null || settled.contentHash !== now.contentHash)

/**
 * Completes what `readSeries` answered, at one more request if there are new images or files are to be compared, with `tell` at three more, and at one
 * for each new series whose images were not read for that. If images were stored anew, at one for each image. The people on new images cost what
 * `readPeople` says.
 */
export async function makeSnapshot(orthanc: Orthanc, orthancId: string, series: Series[], interest: Interest): Promise<Snapshot> {
  const speaking = spokesman(series)
  const read = interest.tell && speaking ? await readFirstTold(orthanc, speaking) : null
  const instances = series.flatMap(({ Instances }) => Instances)
  const fresh = newImages(series, interest)
  const arrivals = await orthanc.listArrivals(interest.settled ? instances : fresh)
  const senders = sendersOf(fresh, arrivals)
  const instancesHash = hashInstances(instances)
  const filesHash = hashOfEach(instances.map((id) => [id, arrivals.get(id)?.fileUuid ?? null] as const))
  const contentHash = await readContent(orthanc, { instancesHash, filesHash }, instances, interest.settled ?? null)
  const told = new Map(read && speaking ? [[speaking.ID, read.head] as const] : [])
  const unread = series.filter((entry) => {
    const known = interest.known?.get(entry.ID)
    return known === undefined || told.has(entry.ID) || (isOfViews(entry) && known !== entry.Instances.length)
  })
  const headers = await readHeaders(orthanc, unread, told)
  return {
    orthancId,
    series: series.map((entry) => ({
      ...describeSeries(entry, headers.get(entry.ID)),
      callingAeTitle: entry.Instances.map((id) => senders.get(id)).find((title) => title !== undefined) ?? null,
    })),
    imageCount: instances.length,
    instancesHash,
    filesHash,
    contentHash,
    people: await readPeople(orthanc, orthancId, series, fresh),
    senders: [...new Set([read?.told.callingAeTitle ?? null, ...senders.values()])].filter((sender) => sender !== null),
    told: read?.told ?? null,
  }
}

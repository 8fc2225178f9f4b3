import type { IntakeSeries, StudyDescription } from '@readroom/db/queries/intake-studies'
import type { Series, Tags } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { hashInstances } from '@readroom/orthanc/instances-hash'
import { describeSeries, describeStudy, studyUid } from './describe.ts'
import { isImaging } from './dicom-values.ts'

/** What the archive says about a study at one moment. */
export type Snapshot = {
  orthancId: string
  series: IntakeSeries[]
  imageCount: number
  instancesHash: string
  /** Read only where it is asked for. */
  told: { studyInstanceUid: string; callingAeTitle: string | null; description: StudyDescription } | null
}

/** The study's series with their instances' ids, or null where the archive does not have it. */
export async function readSeries(orthanc: Orthanc, orthancId: string): Promise<Series[] | null> {
  try {
    const series = await orthanc.getStudySeries(orthancId)
    return series.some(({ Instances }) => Instances.length > 0) ? series : null
  } catch (error) {
    if (error instanceof OrthancNotFound) return null
    throw error
  }
}

/** The series whose images speak for the study: one of pictures, where there is one. */
function spokesman(series: Series[]): Series | undefined {
  return series.find(({ MainDicomTags }) => isImaging(MainDicomTags.Modality)) ?? series[0]
}

/**
 * Names come from an image of the study itself, because Orthanc's patient holds those of whichever study came first under its PatientID.
 */
async function readTold(orthanc: Orthanc, instanceId: string): Promise<{ tags: Tags; told: NonNullable<Snapshot['told']> }> {
  const tags = await orthanc.getInstanceTags(instanceId)
  const callingAeTitle = (await orthanc.getInstanceMetadata(instanceId, 'RemoteAET'))?.trim().toUpperCase().slice(0, 64) || null
  return { tags, told: { studyInstanceUid: studyUid(tags), callingAeTitle, description: describeStudy(tags) } }
}

/** Asks another image of the series where the archive has lost the first one's file. */
async function readFirstTold(orthanc: Orthanc, { Instances }: Series) {
  const [first, last] = [Instances[0], Instances.at(-1)]
  if (first === undefined || last === undefined) return null
  return readTold(orthanc, first).catch((error: unknown) => {
    if (first === last || (error instanceof OrthancDown && error.status === null)) throw error
    return readTold(orthanc, last)
  })
}

/** Completes what `readSeries` answered; with `tell` also what the images say, at two more requests. */
export async function makeSnapshot(orthanc: Orthanc, orthancId: string, series: Series[], tell: boolean): Promise<Snapshot> {
  const speaking = spokesman(series)
  const read = tell && speaking ? await readFirstTold(orthanc, speaking) : null
  const instances = series.flatMap(({ Instances }) => Instances)
  return {
    orthancId,
    series: series.map((entry) => describeSeries(entry, entry === speaking ? read?.tags : undefined)),
    imageCount: instances.length,
    instancesHash: hashInstances(instances),
    told: read?.told ?? null,
  }
}

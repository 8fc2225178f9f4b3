import { AppError } from '@readroom/contracts/core/errors'
import type { Db } from '@readroom/db/core/client'
import { hasSeries } from '@readroom/db/studies/series'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { listSlices } from '../decoding/slices.ts'

/** Limit of the cache of instances. Beyond it the cache is cleared and entries are looked up again. */
const maxKnown = 50_000

export type SeriesCheck = (study: StudyRow, asked: { kind: 'series' | 'stable' | 'image'; id: string }) => Promise<void>

/** Creates the check that a series, or the series of an image, is one of a study. It throws STUDY_NOT_FOUND. */
export function createSeriesCheck(db: Db, orthanc: Pick<Orthanc, 'getInstance'>): SeriesCheck {
  // They never change, because an instance's id is made from those of its patient, study and series.
  const seriesOfInstances = new Map<string, string>()

  async function seriesOf(instanceId: string): Promise<string> {
    const known = seriesOfInstances.get(instanceId)
    if (known !== undefined) return known
    const { ParentSeries } = await orthanc.getInstance(instanceId)
    if (seriesOfInstances.size >= maxKnown) seriesOfInstances.clear()
    seriesOfInstances.set(instanceId, ParentSeries)
    return ParentSeries
  }

  return async (study, { kind, id }) => {
    const seriesId = kind === 'image' ? await seriesOf(id) : id
    if (!(await hasSeries(db, study.id, seriesId))) throw new AppError('STUDY_NOT_FOUND')
  }
}

/**
 * Describes a series as the plugin of the archive's viewer does. The plugin would decode its first images ahead. Throws IMAGES_MISSING,
 * IMAGE_TOO_LARGE.
 */
export async function describeSeries(orthanc: Pick<Orthanc, 'getSeries' | 'listInstances'>, study: StudyRow, id: string) {
  const missing = (error: unknown) => {
    throw error instanceof OrthancNotFound ? new AppError('IMAGES_MISSING') : error
  }
  const { MainDicomTags } = await orthanc.getSeries(id).catch(missing)
  const slices = await listSlices(orthanc, id).catch(missing)
  return {
    ID: id,
    PatientID: study.patientId ?? '',
    PatientName: study.patientName ?? '',
    SeriesDescription: MainDicomTags.SeriesDescription ?? '',
    StudyDescription: study.description ?? '',
    Slices: slices.map(({ id: image, frame }) => `${image}_${frame - 1}`),
    Type: 'Sequence',
  }
}

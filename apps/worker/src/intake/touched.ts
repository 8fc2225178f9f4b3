import type { Changes, Series } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { readSeries } from './snapshot.ts'

type Hooks = {
  /** Hears of studies that could not be read. */
  failed: (orthancId: string, error: unknown) => Promise<void>
  /** Called between requests, so that the database does not take a slow archive for a frozen worker. */
  beat: () => Promise<unknown>
}

export type Touched = { series: Series[]; replaced: boolean }

type Change = Changes['Changes'][number]
const ofType = (changes: Change[], type: string) => changes.filter(({ ChangeType }) => ChangeType === type).map(({ ID }) => ID)

/**
 * The studies that changes speak of, as they are now. One listing of a study accounts for all of its images, so that
 * a study of a thousand new images costs no more requests than one of a single image.
 */
export async function readTouched(orthanc: Orthanc, changes: Change[], { failed, beat }: Hooks): Promise<Map<string, Touched>> {
  const made = new Set(ofType(changes, 'NewStudy'))
  const touched = new Map<string, Touched>()
  const done = new Set<string>()

  async function look(studyId: string): Promise<void> {
    if (done.has(studyId)) return
    done.add(studyId)
    await beat()
    try {
      const series = await readSeries(orthanc, studyId)
      if (!series) return
      touched.set(studyId, { series, replaced: made.has(studyId) })
      for (const { ID, Instances } of series) for (const id of [ID, ...Instances]) done.add(id)
    } catch (error) {
      await failed(studyId, error)
    }
  }

  /** Looks at the study that a series or instance belongs to; the sweep finds what cannot be told. */
  async function lookAbove(id: string, findStudy: () => Promise<string | null>): Promise<void> {
    if (done.has(id)) return
    await beat()
    const studyId = await findStudy().catch(async (error: unknown) => {
      if (!(error instanceof OrthancNotFound)) await failed(id, error)
      return null
    })
    if (studyId !== null) await look(studyId)
  }

  const studyOfSeries = async (id: string) => (await orthanc.getSeries(id)).ParentStudy
  const studyOfInstance = async (id: string) => {
    const { ParentSeries } = await orthanc.getInstance(id)
    return done.has(ParentSeries) ? null : studyOfSeries(ParentSeries)
  }

  for (const id of made) await look(id)
  for (const id of ofType(changes, 'NewSeries')) await lookAbove(id, () => studyOfSeries(id))
  for (const id of ofType(changes, 'NewInstance')) await lookAbove(id, () => studyOfInstance(id))
  return touched
}

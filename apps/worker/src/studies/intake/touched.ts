import type { Changes, Series } from '@readroom/orthanc/answers'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import pMap from 'p-map'
import { noteFailure } from './answer.ts'
import type { IntakeContext } from './context.ts'

/** The archive serves people at the same time. */
const STUDIES_AT_ONCE = 4

/** A study that changes speak of. */
export type Touched = {
  orthancId: string
  replaced: boolean
  /** Images that the changes say have arrived, of whatever study. */
  arrived: ReadonlySet<string>
}

type Change = Changes['Changes'][number]
const ofType = (changes: Change[], type: string) => changes.filter(({ ChangeType }) => ChangeType === type).map(({ ID }) => ID)

/**
 * Takes in each study that changes speak of, once. One listing of a study accounts for all of its images, so that a study of a thousand
 * new images costs no more requests than one of a single image. `take` answers that listing, or undefined if it could not be written.
 */
export async function followChanges(
  context: IntakeContext,
  changes: Change[],
  take: (touched: Touched) => Promise<Series[] | undefined>,
): Promise<{ isAllWritten: boolean }> {
  const { orthanc } = context
  const made = new Set(ofType(changes, 'NewStudy'))
  const arrived = new Set(ofType(changes, 'NewInstance'))
  const done = new Set<string>()
  let isAllWritten = true

  async function look(orthancId: string): Promise<void> {
    if (done.has(orthancId)) return
    done.add(orthancId)
    const series = await take({ orthancId, replaced: made.has(orthancId), arrived })
    isAllWritten &&= series !== undefined
    for (const { ID, Instances } of series ?? []) for (const id of [ID, ...Instances]) done.add(id)
  }

  /** Looks at the study that a series or instance belongs to; the sweep finds what cannot be told. */
  async function lookAbove(id: string, findStudy: () => Promise<string | null>): Promise<void> {
    if (done.has(id)) return
    const studyId = await findStudy().catch(async (error: unknown) => {
      if (!(error instanceof OrthancNotFound)) await noteFailure(context, id, error)
      return null
    })
    if (studyId !== null) await look(studyId)
  }

  async function studyOfSeries(id: string): Promise<string | null> {
    if (done.has(id)) return null
    const { ParentStudy } = await orthanc.getSeries(id)
    done.add(id)
    return ParentStudy
  }
  const studyOfInstance = async (id: string) => studyOfSeries((await orthanc.getInstance(id)).ParentSeries)

  const several = { concurrency: STUDIES_AT_ONCE }
  await pMap(made, look, several)
  await pMap(ofType(changes, 'NewSeries'), (id) => lookAbove(id, () => studyOfSeries(id)), several)
  await pMap(arrived, (id) => lookAbove(id, () => studyOfInstance(id)), several)
  return { isAllWritten }
}

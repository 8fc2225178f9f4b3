import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyOutcome } from '@readroom/contracts/worklist/bulk-actions'

export type Refusal = { study: WorklistRow; error: string }

/** Splits the studies into those that were changed and those that were refused, with the reason. */
export function splitOutcomes(studies: readonly WorklistRow[], results: readonly StudyOutcome[]) {
  const errors = new Map(results.map(({ studyId, error }) => [studyId, error]))
  const done = studies.filter(({ _id }) => errors.get(_id) === null)
  const refused = studies.flatMap((study): Refusal[] => {
    const error = errors.get(study._id)
    return error ? [{ study, error: error.message }] : []
  })
  return { done, refused }
}

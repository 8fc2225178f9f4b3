import type { StudyOutcome } from '@readroom/contracts/bulk-actions'
import type { WorklistRow } from '@readroom/contracts/studies'

export type Refusal = { study: WorklistRow; error: string }

/** The studies for which it was done, and what was said about the others. */
export function splitOutcomes(studies: readonly WorklistRow[], results: readonly StudyOutcome[]) {
  const errors = new Map(results.map(({ studyId, error }) => [studyId, error]))
  const done = studies.filter(({ _id }) => errors.get(_id) === null)
  const refused = studies.flatMap((study): Refusal[] => {
    const error = errors.get(study._id)
    return error ? [{ study, error: error.message }] : []
  })
  return { done, refused }
}

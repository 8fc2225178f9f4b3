import { AppError } from '@readroom/contracts/core/errors'
import type { StudyOutcome } from '@readroom/contracts/worklist/bulk-actions'

/** Does `work` for each study once, one after the other. A refusal is that study's answer; anything else ends the call. */
export async function perStudy(studyIds: readonly string[], work: (studyId: string) => Promise<void>): Promise<StudyOutcome[]> {
  const outcomes: StudyOutcome[] = []
  for (const studyId of new Set(studyIds)) {
    try {
      await work(studyId)
      outcomes.push({ studyId, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcomes.push({ studyId, error: { code: error.code, message: error.message } })
    }
  }
  return outcomes
}

import type { PauseReason } from '@readroom/contracts/studies/pause-reasons'
import { pauseEndpoints } from '@readroom/contracts/studies/pauses'
import { api } from '../../../lib/api/api.ts'

/** Returns the calls that pause a study and end its pause. `since` is the beginning of the pause that the user sees. */
export const pauseCallsOf = (studyId: string) => {
  const params = { studyId }
  return {
    pause: (body: { reason: PauseReason; question: string }) => api.call(pauseEndpoints.pause, { params, body }),
    renew: (since: string) => api.call(pauseEndpoints.renew, { params, body: { since } }),
    resume: (since: string) => api.call(pauseEndpoints.resume, { params, body: { since } }),
    answer: (since: string, answer: string) => api.call(pauseEndpoints.answer, { params, body: { since, answer } }),
  }
}

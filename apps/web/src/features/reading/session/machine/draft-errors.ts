import { ApiError, isOutage, reasonOf } from '../../../../lib/api/api-error.ts'

/** The text was not saved. The save state says why. */
export class NotSaved extends Error {
  override name = 'NotSaved'
}

/** A signature was requested, but no answer came. */
export class Unheard extends Error {
  override name = 'Unheard'
  readonly advice = 'Sign again. The report is signed only once.'
  constructor() {
    super('Signing was not confirmed')
  }
}

export const heldElsewhere = 'Somebody else is writing this report.'

export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

/** Returns true if a retry may help. An expired session can be renewed by signing in, so the text is kept until then. */
export const mayRetry = (error: unknown) => isOutage(error) || (error instanceof ApiError && error.status === 401)

/** Returns true if the server answered with a refusal. */
export const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Returns true if the study was given to somebody else. */
export const isGone = (error: unknown) => ['STUDY_REASSIGNED', 'STUDY_NOT_FOUND'].includes(codeOf(error))

/** Returns who has the study now, and where the text is. */
export const goneWords = (error: unknown): string =>
  codeOf(error) === 'STUDY_REASSIGNED'
    ? reasonOf(error)
    : 'You do not have this study any more. Your text stays in this window. Copy what you still need.'

export const isHeldByOther = (error: unknown) => codeOf(error) === 'REPORT_HELD'

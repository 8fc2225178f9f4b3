import { AppError } from '@readroom/contracts/core/errors'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { isReported, type StudyStatus } from '@readroom/contracts/studies/study-workflow'

/** Returns the kinds of report that can be written next: the original, or an addendum or correction to a finished one. Empty if the study is archived. */
export function possibleKinds(status: StudyStatus): readonly ReportKind[] {
  if (status === 'archived') return []
  return isReported(status) ? ['addendum', 'correction'] : ['original']
}

const names: Record<ReportKind, string> = { original: 'a report', addendum: 'an addendum', correction: 'a correction' }

/** Throws REPORT_KIND_IMPOSSIBLE if the study's state asks for another. */
export function demandKind(status: StudyStatus, kind: ReportKind): void {
  const possible = possibleKinds(status)
  if (possible.includes(kind)) return
  const state = isReported(status) ? 'a finished report' : status === 'archived' ? 'been archived' : 'no finished report'
  const signable = possible.map((one) => names[one]).join(' or ')
  const advice = signable ? `You can sign only ${signable}. Open it again to continue with your text.` : 'Nothing can be signed.'
  throw new AppError('REPORT_KIND_IMPOSSIBLE', { state, advice })
}

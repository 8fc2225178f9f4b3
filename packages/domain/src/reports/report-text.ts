import { AppError } from '@readroom/contracts/core/errors'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { ContentInvalid, readContent, toContent } from '@readroom/report/content'

/** A text as it is kept. Throws REPORT_TEXT_INVALID. */
export function keptContent(content: unknown): ReportContent {
  try {
    return toContent(readContent(content))
  } catch (error) {
    if (error instanceof ContentInvalid) throw new AppError('REPORT_TEXT_INVALID', { why: error.message })
    throw error
  }
}

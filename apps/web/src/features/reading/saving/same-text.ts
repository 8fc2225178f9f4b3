import type { ReportContent } from '@readroom/contracts/reading'
import { readContent } from '@readroom/report/content'

/** Whether two reports say the same; the server keeps text normalised, a window as it was typed. */
export function isSameText(one: ReportContent, other: ReportContent | undefined): boolean {
  if (!other) return false
  try {
    return readContent(one).eq(readContent(other))
  } catch {
    return false
  }
}

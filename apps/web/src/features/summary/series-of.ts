import type { WorklistRow } from '@readroom/contracts/studies'
import type { StudySummary, SummarySeries } from '@readroom/contracts/summary'

/** A study's series; before they are read, what its row says of them: `series/images`. */
export function seriesOf(row: Pick<WorklistRow, 'series'>, summary: StudySummary | undefined): string | SummarySeries[] {
  return summary?.series ?? row.series
}

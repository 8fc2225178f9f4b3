import { type TurnaroundSummary, turnaroundStepLimits } from '@readroom/contracts/turnaround/turnaround-report'
import { useParentSize } from '@visx/responsive'
import type { ChangeTurnaroundUrl, TurnaroundUrl } from '../turnaround-url.ts'
import { dateTypeLabels, formatTurnaround, periodLabel } from '../turnaround-words.ts'
import { FiguresTable, Panel } from './panel.tsx'
import { PeriodsChart } from './periods-chart.tsx'

const titles = { day: 'By day', week: 'By week', month: 'By month' } as const
const whyOf = {
  day: 'weekends shaded',
  week: `range over ${turnaroundStepLimits.day} days`,
  month: 'range over two years',
} as const

/** Shows the development of the time from upload to report. */
export function PeriodsPanel({
  summary,
  url,
  change,
}: {
  summary: TurnaroundSummary
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
}) {
  const { periods, step } = summary
  const { parentRef, width } = useParentSize<HTMLFieldSetElement>({ initialSize: { width: 400 } })
  return (
    <Panel title={titles[step]} about={`of ${dateTypeLabels[url.dateType].toLowerCase()}, ${whyOf[step]}`}>
      <fieldset ref={parentRef} aria-label={`Median and 90th percentile, ${titles[step].toLowerCase()}`} className="min-w-0">
        {periods.length > 0 ? (
          <PeriodsChart periods={periods} step={step} url={url} change={change} width={Math.max(width, 220)} />
        ) : (
          <p className="py-8 text-center text-sm text-text-3">No reports with this date</p>
        )}
      </fieldset>
      <FiguresTable
        className="turnaround-figures-long"
        caption={`Upload to report, ${titles[step].toLowerCase()}`}
        heads={['Period', 'Reported', 'Median', '90th']}
        rows={periods.map(({ from, to, reported, median, percentile90 }) => [
          periodLabel(from, to),
          reported.toLocaleString('en-GB'),
          formatTurnaround(median),
          formatTurnaround(percentile90),
        ])}
      />
    </Panel>
  )
}

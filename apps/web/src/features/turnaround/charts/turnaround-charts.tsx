import type { TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import type { ChangeTurnaroundUrl, TurnaroundUrl } from '../turnaround-url.ts'
import { BandsPanel } from './bands-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { HoursPanel } from './hours-panel.tsx'
import { PeriodsPanel } from './periods-panel.tsx'
import './turnaround-charts.css'
import './turnaround-charts-print.css'

type Props = {
  summary: TurnaroundSummary
  /** The share of reports that should be there when they are due. */
  goal: number
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
  stale: boolean
}

/** Shows the turnaround of the report's studies as charts. Each mark filters the report. */
export default function TurnaroundCharts({ stale, goal, ...props }: Props) {
  if (props.summary.reported === 0)
    return <p className="border-b border-line px-4 py-8 text-center text-sm text-text-2">No reported studies yet</p>
  return (
    <div className="turnaround-charts" aria-busy={stale} data-stale={stale || undefined}>
      <BandsPanel {...props} />
      <PeriodsPanel {...props} />
      <HoursPanel {...props} />
      <GroupsPanel {...props} goal={goal} />
    </div>
  )
}

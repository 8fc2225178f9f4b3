import type { TatSummary } from '@readroom/contracts/tat'
import type { ChangeTatUrl, TatUrl } from '../tat-url.ts'
import { BandsPanel } from './bands-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { HoursPanel } from './hours-panel.tsx'
import { PeriodsPanel } from './periods-panel.tsx'
import './tat-charts.css'
import './tat-charts-print.css'

type Props = { summary: TatSummary; url: TatUrl; change: ChangeTatUrl; stale: boolean }

/** How long the report's studies took, drawn. Each mark narrows the report to what it stands for. */
export default function TatCharts({ stale, ...props }: Props) {
  if (props.summary.reported === 0)
    return <p className="border-b border-line px-4 py-8 text-center text-sm text-text-2">None of these studies is reported yet</p>
  return (
    <div className="tat-charts" aria-busy={stale} data-stale={stale || undefined}>
      <BandsPanel {...props} />
      <PeriodsPanel {...props} />
      <HoursPanel {...props} />
      <GroupsPanel {...props} />
    </div>
  )
}

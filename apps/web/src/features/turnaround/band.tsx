import { turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import type { TurnaroundCycle } from '@readroom/contracts/turnaround/turnaround-report'
import { Pips, Turnaround } from '../../components/study/turnaround.tsx'
import { plural } from '../../lib/format.ts'
import { formatTurnaround } from './turnaround-words.ts'

/** Shows a time of the report's table, in the colour of its band. N/A if one of its two dates is missing. */
export const Figure = ({ minutes }: { minutes: number | null }) => (
  <Turnaround minutes={minutes} format={formatTurnaround} className="justify-end gap-2.5" textClassName="min-w-14 text-right" />
)

const took = ({ startToReportTAT }: TurnaroundCycle) => (startToReportTAT === null ? 'open' : formatTurnaround(startToReportTAT))

/** Marks a study that was reset, with the time of each cycle. */
export function ResetMark({ cycles }: { cycles: readonly TurnaroundCycle[] }) {
  if (cycles.length < 2) return null
  const words = `Reset ${cycles.length === 2 ? 'once' : plural(cycles.length - 1, 'time')}. From each start to its report: ${cycles.map(took).join(', then ')}`
  return (
    <span className="mr-auto rounded-xs bg-press px-1 text-2xs text-text-2" data-tip={words}>
      <span aria-hidden>{cycles.length}×</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

export function BandLegend() {
  return (
    <ul aria-label="Colours" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-2">
      {turnaroundBands.map((band) => (
        <li key={band.label} className="flex items-center gap-1.5 whitespace-nowrap">
          <Pips band={band} />
          {band.label}
        </li>
      ))}
    </ul>
  )
}

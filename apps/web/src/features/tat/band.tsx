import type { StatusColour } from '@readroom/contracts/study-workflow'
import { bandOf, type TatBand, type TatCycle, tatBands } from '@readroom/contracts/tat'
import { plural } from '../../lib/format.ts'
import { formatTurnaround } from './tat-words.ts'

const pipColour: Partial<Record<StatusColour, string>> = {
  green: 'fill-green-dot',
  blue: 'fill-blue-dot',
  yellow: 'fill-yellow-dot',
  orange: 'fill-orange-dot',
  red: 'fill-red-dot',
}
const textColour: Partial<Record<StatusColour, string>> = {
  green: 'text-green-fg',
  blue: 'text-blue-fg',
  yellow: 'text-yellow-fg',
  orange: 'text-orange-fg',
  red: 'text-red-fg',
}

/** How far up the bands, as a shape beside the colour. */
export function Pips({ band }: { band: TatBand | null }) {
  const filled = band ? tatBands.indexOf(band) + 1 : 0
  return (
    <svg width="22" height="9" viewBox="0 0 22 9" aria-hidden className="shrink-0">
      {tatBands.map(({ label }, index) => (
        <rect
          key={label}
          x={index * 4.6}
          width="3.2"
          height="9"
          rx="1"
          className={(index < filled && band && pipColour[band.colour]) || 'fill-line-strong'}
        />
      ))}
    </svg>
  )
}

/** Some minutes in their band; N/A where one of the two dates is missing. */
export function Figure({ minutes }: { minutes: number | null }) {
  const band = bandOf(minutes)
  return (
    <span
      className="num inline-flex items-center justify-end gap-2.5 font-medium whitespace-nowrap"
      data-band={band?.colour ?? 'grey'}
    >
      <Pips band={band} />
      {minutes === null ? (
        <span className="min-w-14 text-right font-regular text-text-3">N/A</span>
      ) : (
        <span className={`min-w-14 text-right ${(band && textColour[band.colour]) ?? 'text-grey-fg'}`}>
          {formatTurnaround(minutes)}
        </span>
      )}
    </span>
  )
}

const took = ({ startToReportTAT }: TatCycle) => (startToReportTAT === null ? 'open' : formatTurnaround(startToReportTAT))

/** Says of a study that was reset how long each time took. */
export function ResetMark({ cycles }: { cycles: readonly TatCycle[] }) {
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
      {tatBands.map((band) => (
        <li key={band.label} className="flex items-center gap-1.5 whitespace-nowrap">
          <Pips band={band} />
          {band.label}
        </li>
      ))}
    </ul>
  )
}

import type { TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import { useParentSize } from '@visx/responsive'
import { scaleBand } from '@visx/scale'
import { useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { type ChangeTurnaroundUrl, isAsked, type TurnaroundUrl, toggled } from '../turnaround-url.ts'
import { formatTurnaround, hourLabel, weekdays } from '../turnaround-words.ts'
import { type Mark, MarksGroup } from './marks-group.tsx'
import { FiguresTable, Panel } from './panel.tsx'
import { formatRound, greyStep, greyUnit } from './scale.ts'

const allHours = Array.from({ length: 24 }, (_, hour) => hour)
const [left, rowHeight, below] = [34, 18, 16]
const height = weekdays.length * rowHeight + below

type Cell = TurnaroundSummary['hours'][number]
const nameOf = ({ weekday, hour }: Pick<Cell, 'weekday' | 'hour'>) => `${weekdays[weekday - 1]} ${hourLabel(hour)}`
const wordsOf = (cell: Cell) =>
  `${nameOf(cell)}, median ${formatTurnaround(cell.median)}, ${plural(cell.reported, 'study', 'studies')}`

function figures(hours: readonly Cell[]) {
  return weekdays.map((name, index) => [
    name,
    ...allHours.map((hour) => {
      const cell = hours.find((one) => one.weekday === index + 1 && one.hour === hour)
      return cell ? formatTurnaround(cell.median) : ''
    }),
  ])
}

type Props = { summary: TurnaroundSummary; url: TurnaroundUrl; change: ChangeTurnaroundUrl }
type MapProps = Props & { width: number; unit: number; onLook: (cell: Cell | null) => void }

function HeatMap({ summary: { hours }, url, change, width, unit, onLook }: MapProps) {
  const x = scaleBand({ domain: allHours, range: [left, width], padding: 0.12 })
  const y = scaleBand({ domain: weekdays.map((_, index) => index + 1), range: [0, weekdays.length * rowHeight], padding: 0.12 })
  const box = { width: x.bandwidth(), height: y.bandwidth(), rx: 2 }
  const markOf = (cell: Cell): Mark => {
    const mark = { weekday: cell.weekday, hour: cell.hour }
    return {
      column: cell.hour,
      row: cell.weekday,
      words: wordsOf(cell),
      pressed: isAsked(url, mark),
      box: { ...box, x: x(cell.hour) ?? 0, y: y(cell.weekday) ?? 0 },
      className: `turnaround-cell-mark turnaround-grey-${greyStep(cell.median, unit)}`,
      press: () => change(toggled(url, mark)),
    }
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the fieldset around it has its name, and a title would be shown as a tip
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full">
      <g aria-hidden className="fill-text-2 text-2xs">
        {weekdays.map((name, index) => (
          <text key={name} x={0} y={(y(index + 1) ?? 0) + y.bandwidth() / 2} dominantBaseline="central">
            {name}
          </text>
        ))}
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} x={x(hour)} y={height - 3}>
            {String(hour).padStart(2, '0')}
          </text>
        ))}
        {weekdays.flatMap((_, day) =>
          allHours.map((hour) => (
            <rect key={`${day} ${hour}`} {...box} x={x(hour)} y={y(day + 1)} className="turnaround-no-cell" />
          )),
        )}
      </g>
      <MarksGroup marks={hours.map(markOf)} onLook={(index) => onLook(index === null ? null : (hours[index] ?? null))} />
    </svg>
  )
}

function Legend({ unit, looked }: { unit: number; looked: Cell | null }) {
  const labels = [
    `under ${formatRound(unit)}`,
    ...[1, 2, 3].map((step) => formatRound(unit * step)),
    `${formatRound(unit * 4)} +`,
  ]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-2">
      {labels.map((label, step) => (
        <span key={label} className="flex items-center gap-1.5 whitespace-nowrap">
          <svg width="10" height="10" aria-hidden>
            <rect width="10" height="10" rx="2" className={`turnaround-grey-${step}`} />
          </svg>
          {label}
        </span>
      ))}
      {looked && (
        <span aria-hidden className="num ml-auto whitespace-nowrap text-text">
          {nameOf(looked)}, {formatTurnaround(looked.median)}
        </span>
      )}
    </div>
  )
}

/** Shows at which weekdays and hours slow studies arrive. */
export function HoursPanel(props: Props) {
  const { hours } = props.summary
  const { parentRef, width } = useParentSize<HTMLFieldSetElement>({ initialSize: { width: 320 } })
  const [looked, setLooked] = useState<Cell | null>(null)
  const slowest = hours.toSorted((a, b) => b.median - a.median)[0] ?? null
  const unit = greyUnit(hours.map(({ median }) => median))
  return (
    <Panel title="By hour of upload" about="median, upload to report">
      <fieldset ref={parentRef} aria-label="Median by weekday and hour of upload" className="min-w-0">
        <HeatMap {...props} width={Math.max(width, 200)} unit={unit} onLook={setLooked} />
      </fieldset>
      <Legend unit={unit} looked={looked ?? slowest} />
      <FiguresTable
        className="turnaround-figures-wide"
        caption="Median from upload to report by weekday and hour of upload"
        heads={['Day', ...allHours.map((hour) => String(hour).padStart(2, '0'))]}
        rows={figures(hours)}
      />
    </Panel>
  )
}

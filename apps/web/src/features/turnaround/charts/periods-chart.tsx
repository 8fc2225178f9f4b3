import type { TurnaroundStep } from '@readroom/contracts/turnaround/turnaround-report'
import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type ChangeTurnaroundUrl, isAsked, type TurnaroundUrl, toggled } from '../turnaround-url.ts'
import { formatTurnaround, shortDay } from '../turnaround-words.ts'
import { type Mark, MarksGroup } from './marks-group.tsx'
import { everyPeriod, isWeekend, type Period, wordsOf } from './periods.ts'
import { formatRound, minuteTicks } from './scale.ts'

const height = 176
const margin = { top: 14, right: 58, bottom: 18, left: 30 }
const lines = [
  { key: 'percentile90', label: '90th', className: 'turnaround-line turnaround-line-dashed' },
  { key: 'median', label: 'median', className: 'turnaround-line' },
] as const

type Props = { periods: readonly Period[]; step: TurnaroundStep; url: TurnaroundUrl; change: ChangeTurnaroundUrl; width: number }

const Tick = (anchor: 'middle' | 'end') =>
  function AxisTick({ x, y, formattedValue }: TickRendererProps) {
    return (
      <text
        x={x}
        y={y}
        textAnchor={anchor}
        dominantBaseline={anchor === 'end' ? 'central' : undefined}
        className="fill-text-2 text-2xs"
      >
        {formattedValue}
      </text>
    )
  }
const [DayTick, MinuteTick] = [Tick('middle'), Tick('end')]

function scalesOf({ periods, step, width }: Props) {
  const slots = everyPeriod(periods, step)
  const ticks = minuteTicks(Math.max(...periods.map(({ percentile90 }) => percentile90)))
  const x = scaleBand({ domain: slots.map(({ from }) => from), range: [margin.left, width - margin.right] })
  const y = scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [height - margin.bottom, margin.top] })
  const middle = (from: string) => (x(from) ?? 0) + x.bandwidth() / 2
  return { slots, ticks, x, y, middle }
}
type Scales = ReturnType<typeof scalesOf>

function Axes({ width, step, scales: { slots, ticks, x, y } }: Pick<Props, 'width' | 'step'> & { scales: Scales }) {
  const every = Math.ceil(slots.length / Math.max(2, Math.floor((width - 90) / 62)))
  return (
    <>
      {step === 'day' &&
        slots
          .filter(({ from }) => isWeekend(from))
          .map(({ from }) => (
            <rect
              key={from}
              x={x(from)}
              y={margin.top}
              width={x.bandwidth()}
              height={height - margin.top - margin.bottom}
              className="fill-hover"
            />
          ))}
      {ticks.map((tick) => (
        <line key={tick} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
      ))}
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={ticks}
        tickFormat={(minutes) => formatRound(Number(minutes))}
        tickComponent={MinuteTick}
        tickLength={5}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        tickValues={slots.filter((_, index) => index % every === 0).map(({ from }) => from)}
        tickFormat={(from) => shortDay(from, step)}
        tickComponent={DayTick}
        tickLength={6}
        hideAxisLine
        hideTicks
      />
    </>
  )
}

function Lines({ scales: { slots, y, middle } }: { scales: Scales }) {
  return lines.map(({ key, className }) => (
    <g key={key}>
      <LinePath
        data={slots}
        x={({ from }) => middle(from)}
        y={({ period }) => y(period?.[key] ?? 0)}
        defined={({ period }) => period !== null}
        className={className}
      />
      {slots.map(
        ({ from, period }, index) =>
          period &&
          !slots[index - 1]?.period &&
          !slots[index + 1]?.period && <circle key={from} cx={middle(from)} cy={y(period[key])} r="2" className="fill-text" />,
      )}
    </g>
  ))
}

/** Labels the last value of each line and the greatest value of all. */
function Labels({ periods, width, step, scales: { y, middle } }: Pick<Props, 'periods' | 'width' | 'step'> & { scales: Scales }) {
  const last = periods.at(-1)
  const greatest = periods.reduce((most, one) => (one.percentile90 > most.percentile90 ? one : most))
  if (!last) return null
  const upper = Math.max(margin.top, Math.min(y(last.percentile90), y(last.median) - 30, height - margin.bottom - 42))
  const places = { percentile90: upper, median: Math.max(y(last.median), upper + 30) }
  const [cx, cy] = [middle(greatest.from), y(greatest.percentile90)]
  const isLeft = cx > width / 2
  return (
    <>
      {lines.map(({ key, label }) => (
        <text
          key={key}
          y={places[key] - 2}
          className={key === 'median' ? 'fill-text text-2xs font-medium' : 'fill-text-2 text-2xs'}
        >
          <tspan x={width - margin.right + 6}>{label}</tspan>
          <tspan x={width - margin.right + 6} dy={13}>
            {formatTurnaround(last[key])}
          </tspan>
        </text>
      ))}
      <circle cx={cx} cy={cy} r="3" className="fill-surface stroke-text-2" strokeWidth="1.5" />
      <text
        x={cx + (isLeft ? -7 : 7)}
        y={cy - 3}
        textAnchor={isLeft ? 'end' : 'start'}
        className="turnaround-halo fill-text text-2xs"
      >
        {shortDay(greatest.from, step)} {formatTurnaround(greatest.percentile90)}
      </text>
    </>
  )
}

/** Shows the median and 90th percentile of each day, week or month that has reports. */
export function PeriodsChart(props: Props) {
  const { periods, url, change, width, step } = props
  const scales = scalesOf(props)
  const box = { y: margin.top, width: scales.x.bandwidth(), height: height - margin.top - margin.bottom }
  const markOf = (period: Period, index: number): Mark => {
    const mark = { periodFrom: period.from, periodTo: period.to }
    return {
      column: index,
      row: 0,
      words: wordsOf(period),
      pressed: isAsked(url, mark),
      className: 'turnaround-period-mark',
      box: { ...box, x: scales.x(period.from) ?? 0 },
      press: () => change(toggled(url, mark)),
    }
  }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the fieldset around it has its name, and a title would be shown as a tip
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full">
      <g aria-hidden>
        <Axes width={width} step={step} scales={scales} />
        <Lines scales={scales} />
        <Labels periods={periods} width={width} step={step} scales={scales} />
      </g>
      <MarksGroup marks={periods.map(markOf)} tips />
    </svg>
  )
}

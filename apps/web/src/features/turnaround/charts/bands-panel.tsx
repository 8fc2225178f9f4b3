import type { TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import type { CSSProperties } from 'react'
import { Pips } from '../../../components/study/turnaround.tsx'
import { type ChangeTurnaroundUrl, isAsked, type TurnaroundUrl, toggled } from '../turnaround-url.ts'
import { bandLabel, bandOfId, formatTurnaround } from '../turnaround-words.ts'
import { Panel } from './panel.tsx'

const fill: Record<string, string> = {
  green: 'bg-green-dot',
  blue: 'bg-blue-dot',
  yellow: 'bg-yellow-dot',
  orange: 'bg-orange-dot',
  red: 'bg-red-dot',
}
const widthOf = (share: number): CSSProperties => ({ width: `${share * 100}%` })
const orNA = (minutes: number | null) => (minutes === null ? 'N/A' : formatTurnaround(minutes))
export const percent = (share: number): string => (share > 0 && share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`)

type RowProps = {
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
  band: TurnaroundSummary['bands'][number]
  total: number
  most: number
}

function BandRow({ url, change, band: { band: id, reported }, total, most }: RowProps) {
  const band = bandOfId(id)
  const mark = { band: id }
  return (
    <tr className="turnaround-mark-row">
      <th scope="row">
        <button
          type="button"
          aria-pressed={isAsked(url, mark)}
          onClick={() => change(toggled(url, mark))}
          className="turnaround-mark"
        >
          <Pips band={band} />
          {bandLabel(id)}
        </button>
      </th>
      <td className="w-full">
        <span aria-hidden className="block h-3.5 rounded-xs bg-press">
          <span
            className={`block h-full min-w-px rounded-xs ${reported > 0 ? (fill[band?.colour ?? ''] ?? 'bg-grey-dot') : ''}`}
            style={widthOf(most > 0 ? reported / most : 0)}
          />
        </span>
      </td>
      <td className="font-semibold">{reported.toLocaleString('en-GB')}</td>
      <td className="text-text-3">{percent(total > 0 ? reported / total : 0)}</td>
    </tr>
  )
}

/** Shows the number of studies in each turnaround band. */
export function BandsPanel({
  summary,
  url,
  change,
}: {
  summary: TurnaroundSummary
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
}) {
  const { bands, reported: total, median, percentile90 } = summary
  const shown = bands.filter(({ band, reported }) => band !== 'under1m' || reported > 0 || url.band === 'under1m')
  const most = Math.max(...bands.map(({ reported }) => reported))
  return (
    <Panel title="Bands" about="upload to report, open not counted">
      <table className="turnaround-marks">
        <caption className="sr-only">Reported studies by turnaround time</caption>
        <thead className="sr-only">
          <tr>
            {['Band', 'Bar', 'Studies', 'Share'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((band) => (
            <BandRow key={band.band} url={url} change={change} band={band} total={total} most={most} />
          ))}
        </tbody>
      </table>
      <dl className="num mt-2 flex flex-wrap gap-x-6 border-t border-line pt-2.5 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-text-2">Median</dt>
          <dd className="font-semibold">{orNA(median)}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-text-2">90th</dt>
          <dd className="font-semibold">{orNA(percentile90)}</dd>
        </div>
      </dl>
    </Panel>
  )
}

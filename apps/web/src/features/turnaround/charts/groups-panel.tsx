import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import { fewestInGroup, type TurnaroundGroup, type TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import type { CSSProperties } from 'react'
import { Select } from '../../../components/inputs/select.tsx'
import {
  type ChangeTurnaroundUrl,
  isAsked,
  type TurnaroundGrouping,
  type TurnaroundUrl,
  toggled,
  turnaroundGroupings,
} from '../turnaround-url.ts'
import { formatTurnaround } from '../turnaround-words.ts'
import { percent } from './bands-panel.tsx'
import { Panel } from './panel.tsx'
import { formatRound } from './scale.ts'

const labels: Record<TurnaroundGrouping, string> = { laboratories: 'Laboratories', doctors: 'Doctors', modalities: 'Modalities' }
const marks: Record<TurnaroundGrouping, (value: string) => Partial<TurnaroundUrl>> = {
  laboratories: (location) => ({ location }),
  doctors: (doctor) => ({ doctor }),
  modalities: (hasModality) => ({ hasModality }),
}

const shareOf = ({ reported, due, inTime }: TurnaroundGroup): number | null =>
  reported < fewestInGroup || due === 0 ? null : inTime / due
const byShare = (a: TurnaroundGroup, b: TurnaroundGroup) => (shareOf(b) ?? -1) - (shareOf(a) ?? -1) || b.reported - a.reported

const style = (share: number): CSSProperties => ({ width: `${share * 100}%` })
const goalStyle = (goal: number): CSSProperties => ({ left: `${goal * 100}%` })

function Bar({ share, goal }: { share: number | null; goal: number }) {
  if (share === null) return null
  return (
    <span aria-hidden className="relative block h-2.5 rounded-xs bg-press">
      <span className={`block h-full rounded-xs ${share < goal ? 'bg-orange-dot' : 'bg-grey-dot'}`} style={style(share)} />
      <span className="absolute -inset-y-1 w-0.5 bg-text" style={goalStyle(goal)} />
    </span>
  )
}

type RowProps = {
  group: TurnaroundGroup
  goal: number
  mark: Partial<TurnaroundUrl> | null
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
}

function GroupRow({ group, goal, mark, url, change }: RowProps) {
  const { label, reported, median, percentile90 } = group
  const share = shareOf(group)
  const isBelow = share !== null && share < goal
  const name = (
    <bdi className="min-w-0 truncate" data-full>
      {label ?? 'N/A'}
    </bdi>
  )
  return (
    <tr className="turnaround-mark-row">
      <th scope="row">
        {mark ? (
          <button
            type="button"
            aria-pressed={isAsked(url, mark)}
            onClick={() => change(toggled(url, mark))}
            className="turnaround-mark"
          >
            {name}
          </button>
        ) : (
          <span className="turnaround-mark text-text-3">{name}</span>
        )}
      </th>
      <td className="max-sm:hidden">
        <Bar share={share} goal={goal} />
      </td>
      <td className={isBelow ? 'font-semibold text-orange-fg' : 'font-semibold'}>
        {share === null ? (
          <span className="font-regular text-text-3">{reported < fewestInGroup ? `n < ${fewestInGroup}` : 'N/A'}</span>
        ) : (
          percent(share)
        )}
        {isBelow && <span className="sr-only"> below goal</span>}
      </td>
      <td>{reported < fewestInGroup ? '' : formatTurnaround(median)}</td>
      <td className="text-text-2">{reported < fewestInGroup ? '' : formatTurnaround(percentile90)}</td>
      <td className="text-text-3">{reported.toLocaleString('en-GB')}</td>
    </tr>
  )
}

function Legend({ goal }: { goal: number }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-text-2">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <span aria-hidden className="h-3 w-0.5 bg-text" />
        goal {percent(goal)}
      </span>
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <span aria-hidden className="size-2.5 rounded-xs bg-orange-dot" />
        below goal
      </span>
      <span className="ml-auto whitespace-nowrap">n: reported studies</span>
    </p>
  )
}

/** Shows the share of reports within the target, and the time they take, by group. */
export function GroupsPanel({
  summary,
  goal,
  url,
  change,
}: {
  summary: TurnaroundSummary
  goal: number
  url: TurnaroundUrl
  change: ChangeTurnaroundUrl
}) {
  const grouping = url.groups
  const about = `By default ${formatRound(targetMinutes.EMERGENCY)} emergency, ${formatRound(targetMinutes.NORMAL)} routine`
  const choice = (
    <Select
      aria-label="Within target of"
      className="ml-auto w-32 print:hidden"
      value={grouping}
      onChange={(event) => change({ groups: turnaroundGroupings.find((one) => one === event.target.value) ?? grouping })}
    >
      {turnaroundGroupings.map((one) => (
        <option key={one} value={one}>
          {labels[one]}
        </option>
      ))}
    </Select>
  )
  return (
    <Panel title="Within target" about={about} tools={choice}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="turnaround-groups" aria-label={`Within target, ${labels[grouping].toLowerCase()}`} tabIndex={0}>
        <table className="turnaround-marks">
          <colgroup>
            <col />
            <col className="w-19 max-sm:hidden" />
            <col className="w-15" />
            <col className="w-15" />
            <col className="w-15" />
            <col className="w-11" />
          </colgroup>
          <thead className="turnaround-groups-head sticky top-0 z-1 bg-surface">
            <tr>
              <th scope="col" className="text-left!">
                <span className="sr-only print:not-sr-only">{labels[grouping]}</span>
              </th>
              <td className="max-sm:hidden" />
              {['in target', 'median', '90th', 'n'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summary[grouping].toSorted(byShare).map((group) => (
              <GroupRow
                key={group.value}
                group={group}
                url={url}
                change={change}
                goal={goal}
                mark={group.value === null ? null : marks[grouping](group.value)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Legend goal={goal} />
    </Panel>
  )
}

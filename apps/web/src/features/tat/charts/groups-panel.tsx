import { type TatGroup, type TatSummary, tatGoal } from '@readroom/contracts/tat'
import { targetMinutes } from '@readroom/contracts/turnaround'
import type { CSSProperties } from 'react'
import { Select } from '../../../components/ui/select.tsx'
import { type ChangeTatUrl, isAsked, type TatGrouping, type TatUrl, tatGroupings, toggled } from '../tat-url.ts'
import { formatTurnaround } from '../tat-words.ts'
import { percent } from './bands-panel.tsx'
import { Panel } from './panel.tsx'
import { formatRound } from './scale.ts'

const labels: Record<TatGrouping, string> = { laboratories: 'Laboratories', doctors: 'Doctors', modalities: 'Modalities' }
const marks: Record<TatGrouping, (value: string) => Partial<TatUrl>> = {
  laboratories: (location) => ({ location }),
  doctors: (doctor) => ({ doctor }),
  modalities: (hasModality) => ({ hasModality }),
}

/** Of fewer a share says nothing. */
const fewest = 5
const shareOf = ({ reported, due, inTime }: TatGroup): number | null => (reported < fewest || due === 0 ? null : inTime / due)
const byShare = (a: TatGroup, b: TatGroup) => (shareOf(b) ?? -1) - (shareOf(a) ?? -1) || b.reported - a.reported

const style = (share: number): CSSProperties => ({ width: `${share * 100}%` })
const goalStyle: CSSProperties = { left: `${tatGoal * 100}%` }

function Bar({ share }: { share: number | null }) {
  if (share === null) return null
  return (
    <span aria-hidden className="relative block h-2.5 rounded-xs bg-press">
      <span className={`block h-full rounded-xs ${share < tatGoal ? 'bg-orange-dot' : 'bg-grey-dot'}`} style={style(share)} />
      <span className="absolute -inset-y-1 w-0.5 bg-text" style={goalStyle} />
    </span>
  )
}

type RowProps = { group: TatGroup; mark: Partial<TatUrl> | null; url: TatUrl; change: ChangeTatUrl }

function GroupRow({ group, mark, url, change }: RowProps) {
  const { label, reported, median, percentile90 } = group
  const share = shareOf(group)
  const isBelow = share !== null && share < tatGoal
  const name = (
    <bdi className="min-w-0 truncate" data-full>
      {label ?? 'N/A'}
    </bdi>
  )
  return (
    <tr className="tat-mark-row">
      <th scope="row">
        {mark ? (
          <button type="button" aria-pressed={isAsked(url, mark)} onClick={() => change(toggled(url, mark))} className="tat-mark">
            {name}
          </button>
        ) : (
          <span className="tat-mark text-text-3">{name}</span>
        )}
      </th>
      <td className="max-sm:hidden">
        <Bar share={share} />
      </td>
      <td className={isBelow ? 'font-semibold text-orange-fg' : 'font-semibold'}>
        {share === null ? (
          <span className="font-regular text-text-3">{reported < fewest ? `n < ${fewest}` : 'N/A'}</span>
        ) : (
          percent(share)
        )}
        {isBelow && <span className="sr-only"> below goal</span>}
      </td>
      <td>{reported < fewest ? '' : formatTurnaround(median)}</td>
      <td className="text-text-2">{reported < fewest ? '' : formatTurnaround(percentile90)}</td>
      <td className="text-text-3">{reported.toLocaleString('en-GB')}</td>
    </tr>
  )
}

function Legend() {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-text-2">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <span aria-hidden className="h-3 w-0.5 bg-text" />
        goal {percent(tatGoal)}
      </span>
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <span aria-hidden className="size-2.5 rounded-xs bg-orange-dot" />
        below goal
      </span>
      <span className="ml-auto whitespace-nowrap">n: reported studies</span>
    </p>
  )
}

/** Who reports before it is due, and how long it takes them. */
export function GroupsPanel({ summary, url, change }: { summary: TatSummary; url: TatUrl; change: ChangeTatUrl }) {
  const grouping = url.groups
  const about = `${formatRound(targetMinutes.EMERGENCY)} emergency, ${formatRound(targetMinutes.NORMAL)} routine`
  const choice = (
    <Select
      aria-label="Within target of"
      className="ml-auto w-32 print:hidden"
      value={grouping}
      onChange={(event) => change({ groups: tatGroupings.find((one) => one === event.target.value) ?? grouping })}
    >
      {tatGroupings.map((one) => (
        <option key={one} value={one}>
          {labels[one]}
        </option>
      ))}
    </Select>
  )
  return (
    <Panel title="Within target" about={about} tools={choice}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="tat-groups" aria-label={`Within target, ${labels[grouping].toLowerCase()}`} tabIndex={0}>
        <table className="tat-marks">
          <colgroup>
            <col />
            <col className="w-19 max-sm:hidden" />
            <col className="w-15" />
            <col className="w-15" />
            <col className="w-15" />
            <col className="w-11" />
          </colgroup>
          <thead className="tat-groups-head sticky top-0 z-1 bg-surface">
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
                {...{ group, url, change }}
                mark={group.value === null ? null : marks[grouping](group.value)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Legend />
    </Panel>
  )
}

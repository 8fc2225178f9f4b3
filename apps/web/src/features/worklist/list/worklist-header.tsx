import type { StudyCounts } from '@readroom/contracts/studies/studies'
import { type Tab, tabs } from '@readroom/contracts/studies/study-workflow'
import type { ReactNode } from 'react'
import { LiveBadge } from '../../../components/ui/state-badges.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatCountdown } from '../../../lib/format.ts'
import type { Notice } from '../live/new-study-notices.ts'
import { countWords, isCappedIn } from '../rows/counted.ts'
import { tabLabels } from './worklist-roles.ts'

export type TabCounts = Omit<StudyCounts, 'success'>

type Props = {
  /** Shown before the tabs. */
  lists: ReactNode
  tab: Tab
  onTab: (tab: Tab) => void
  counts: TabCounts | undefined
  secondsLeft: number
  /** The notice about new studies. */
  news: ReactNode
  /** Shown with the state of the connection. Null leaves both out. */
  tools: ReactNode
}

/** Returns the count of a tab. */
export const countOf = (counts: TabCounts, tab: Tab): number => (tab === 'all' ? counts.total : counts[tab])

/** Shows the four tabs with their counts. */
function Tabs({ tab, onTab, counts }: Pick<Props, 'tab' | 'onTab' | 'counts'>) {
  return (
    <nav
      aria-label="Studies by progress"
      className="flex max-lg:w-full max-lg:justify-between max-lg:overflow-x-auto max-lg:px-2 lg:gap-5"
    >
      {tabs.map((name) => {
        const active = name === tab
        const count = counts && countOf(counts, name)
        return (
          <button
            key={name}
            type="button"
            aria-current={active ? 'page' : undefined}
            onClick={() => onTab(name)}
            className={cx(
              'flex border-b-2 font-medium whitespace-nowrap max-lg:h-12 max-lg:min-w-11 max-lg:flex-col-reverse max-lg:items-start max-lg:justify-center max-lg:px-2 max-lg:text-sm max-lg:leading-4 lg:h-[42px] lg:items-center lg:gap-2',
              active ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
            )}
          >
            {tabLabels[name]}
            <span className="num max-lg:text-[17px] max-lg:leading-5 max-lg:font-semibold lg:font-regular lg:text-text-3">
              {counts && count !== undefined ? countWords(count, isCappedIn(name, counts)) : '–'}
            </span>
          </button>
        )
      })}
    </nav>
  )
}

export function WorklistHeader({ lists, tab, onTab, counts, secondsLeft, news, tools }: Props) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 bg-surface lg:min-h-[43px] lg:border-b lg:border-line lg:px-4">
      {lists}
      <Tabs tab={tab} onTab={onTab} counts={counts} />
      {news}
      {tools && (
        <div className="ml-auto flex items-center gap-1">
          <LiveBadge className="text-sm" />
          <span className="num ml-2 text-sm whitespace-nowrap text-text-3">
            <span className="@max-[1280px]/list:sr-only">Refreshes in </span>
            {formatCountdown(secondsLeft)}
          </span>
          <span className="mx-2 h-5 border-l border-line-strong" />
          {tools}
        </div>
      )}
    </div>
  )
}

/** Shows the button that shows new studies. They wait here, so that no row moves under the pointer. */
export function NewStudies({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex h-7 items-center gap-2 rounded-sm bg-accent-wash px-3 text-sm font-medium whitespace-nowrap text-accent-text hover:bg-accent-wash-hover max-lg:h-11 max-lg:w-full max-lg:justify-center max-lg:rounded-none max-lg:text-md"
        >
          {count === 1 ? '1 new study' : `${count} new studies`}
          <span className="font-semibold">Show</span>
        </button>
      )}
    </div>
  )
}

/** Announces each new study to screen readers. */
export function NewStudyLog({ notices }: { notices: readonly Notice[] }) {
  return (
    <div role="log" aria-label="New studies" className="sr-only">
      <ul>
        {notices.map(({ studyId, text }) => (
          <li key={studyId}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

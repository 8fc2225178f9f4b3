import { studyTabs, type Tab } from '@readroom/contracts/studies/study-workflow'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { formatInstant, plural } from '../../../lib/format.ts'
import type { FilterWords } from '../filters/filter-words.ts'
import { countWords, isCappedIn } from '../rows/counted.ts'
import { fitShown, type ShownColumns } from './table/use-worklist-table.ts'
import type { OtherDates } from './use-other-dates.ts'
import type { TabCounts } from './worklist-header.tsx'
import { tabLabels } from './worklist-roles.ts'

const skeletonDelayMs = 150
const skeletonWidths = [62, 88, 74, 95, 54, 80]

function Bar({ room, index }: { room: number; index: number }) {
  const isIcon = room < 50
  const width = isIcon ? 14 : ((room - 24) * (skeletonWidths[index % 6] ?? 70)) / 100
  return <span className="h-2 rounded-full bg-press" style={{ width, height: isIcon ? 14 : 8, borderRadius: 4 }} />
}

type SkeletonProps = { columns: ShownColumns; width: number; rowHeight: number }

/** Shows skeleton rows in the real columns. They appear after 150 ms, so that a quick answer doesn't flicker. */
export function WorklistSkeleton({ columns, width, rowHeight }: SkeletonProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const fitted = fitShown(columns, width)
  return (
    <div role="status" aria-label="Loading studies" className="h-[calc(100%-var(--head-h))] overflow-hidden">
      {shown &&
        Array.from({ length: 24 }, (_, row) => (
          <div key={row} className="flex border-b border-line" style={{ height: rowHeight }}>
            {fitted.map(({ column, width: room }, index) => (
              <span key={column.id} className="flex items-center px-2 first:pl-[15px]" style={{ flex: `0 0 ${room}px` }}>
                <Bar room={room} index={row + index} />
              </span>
            ))}
          </div>
        ))}
    </div>
  )
}

export type EmptyProps = {
  tab: Tab
  counts: TabCounts | undefined
  /** Matches of the search on other dates, if there are none on the chosen ones. */
  otherDates: OtherDates | null
  /** The number of all studies of the role, without filters. */
  everything: number
  filters: readonly FilterWords[]
  hint: string
  onTab: (tab: Tab) => void
  onClear: (filters: readonly FilterWords[]) => void
}

/** Leads to the other tabs with matches. */
function OtherTabs({ tab, counts, onTab }: Pick<EmptyProps, 'tab' | 'counts' | 'onTab'>) {
  if (!counts) return null
  const others = studyTabs.filter((other) => other !== tab && counts[other] > 0)
  return others.map((other) => (
    <Button key={other} className="max-lg:h-11" onClick={() => onTab(other)}>
      {countWords(counts[other], isCappedIn(other, counts))} in {tabLabels[other]}
    </Button>
  ))
}

function HiddenByFilters({ filters, hidden }: { filters: readonly FilterWords[]; hidden: number }) {
  return (
    <>
      No studies match{' '}
      {filters.map(({ label, value }, index) => (
        <span key={label}>
          {index > 0 && ', '}
          {label} <bdi className="font-medium break-words text-text">{value}</bdi>
        </span>
      ))}
      .
      <br />
      {plural(hidden, 'study is', 'studies are')} hidden by {filters.length === 1 ? 'this filter' : 'these filters'}.
    </>
  )
}

/** Returns true for the search text, which has its own button. */
const isSearch = ({ without }: FilterWords) => 'search' in without

type ClearProps = Pick<EmptyProps, 'filters' | 'onClear'> & { hasBetter: boolean }

function ClearButtons({ filters, hasBetter, onClear }: ClearProps) {
  const searches = filters.filter(isSearch)
  const others = filters.filter((words) => !isSearch(words))
  return (
    <>
      {others.length > 0 && (
        <Button look={hasBetter ? 'outline' : 'primary'} className="max-lg:h-11" onClick={() => onClear(others)}>
          Clear filters
        </Button>
      )}
      {searches.length > 0 && (
        <Button
          look={hasBetter || others.length > 0 ? 'outline' : 'primary'}
          className="max-lg:h-11"
          onClick={() => onClear(searches)}
        >
          Clear search
        </Button>
      )}
    </>
  )
}

/** Says why the list is empty, and leads to where there are studies. */
export function WorklistEmpty({ tab, counts, otherDates, everything, filters, hint, onTab, onClear }: EmptyProps) {
  const total = counts?.total ?? 0
  const elsewhere = tab !== 'all' && total > 0
  const filtered = !elsewhere && filters.length > 0 && everything > 0
  const text = elsewhere ? `None of the ${plural(total, 'study', 'studies')} is under ${tabLabels[tab]} at the moment.` : hint
  return (
    <div className="grid h-[calc(100%-var(--head-h))] place-content-center justify-items-center px-6 text-center">
      <h2 className="text-lg font-semibold">No studies found</h2>
      <p className="mt-1 max-w-130 text-text-2">
        {filtered ? <HiddenByFilters filters={filters} hidden={everything - total} /> : text}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
        {otherDates && (
          <Button look="primary" className="max-lg:h-11" onClick={otherDates.onShow}>
            {otherDates.words}
          </Button>
        )}
        {elsewhere && (
          <Button look={otherDates ? 'outline' : 'primary'} className="max-lg:h-11" onClick={() => onTab('all')}>
            Show all studies
          </Button>
        )}
        {elsewhere && <OtherTabs tab={tab} counts={counts} onTab={onTab} />}
        {filtered && <ClearButtons filters={filters} hasBetter={otherDates !== null} onClear={onClear} />}
      </div>
    </div>
  )
}

type ErrorProps = { title: string; text: string; onRetry: () => void }

function Failed({ title, text, onRetry }: ErrorProps) {
  return (
    <div role="alert" className="grid h-[calc(100%-var(--head-h))] place-content-center justify-items-center px-6 text-center">
      <TriangleAlert size={18} className="mb-2 text-red-fg" aria-hidden />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 text-text-2">{text}</p>
      <Button look="primary" className="mt-4 max-lg:h-11" onClick={onRetry}>
        <RotateCw size={14} aria-hidden /> Try again
      </Button>
    </div>
  )
}

const silence = () => (navigator.onLine ? 'The server does not answer' : 'You are offline')

export function WorklistError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const answered = error instanceof ApiError && error.code !== 'NETWORK' && error.code !== 'UNEXPECTED'
  const text = `${reasonOf(error, 'The server did not answer.')} Your filters and selection are kept.`
  return <Failed title={answered ? 'The worklist could not be loaded' : silence()} text={text} onRetry={onRetry} />
}

/** Tells the user that the list takes longer than it should on a working network. */
export function WorklistLate({ onRetry }: { onRetry: () => void }) {
  return <Failed title={silence()} text="Still trying. Your filters and selection are kept." onRetry={onRetry} />
}

/** Tells the user that the rows below are no longer kept up to date. */
export function WorklistOld() {
  const [since] = useState(() => new Date().toISOString())
  return (
    <p role="status" className="sticky top-0 left-0 z-20 border-b border-line bg-orange-wash px-4 py-1.5 text-sm text-orange-fg">
      {silence()}. These studies are as of {formatInstant(since).time} and may be out of date.
    </p>
  )
}

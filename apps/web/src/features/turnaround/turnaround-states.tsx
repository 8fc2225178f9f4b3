import { RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { type DayRange, usualRanges } from './filters/usual-ranges.ts'

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid min-h-60 flex-1 place-content-center justify-items-center px-6 py-10 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-130 text-text-2">{text}</p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

type NothingFoundProps = { onClearFilters: (() => void) | null; onClearSearch: (() => void) | null }

/** Says that no study matches. The filters and the search text each have their own button to clear them. */
export function NothingFound({ onClearFilters, onClearSearch }: NothingFoundProps) {
  return (
    <Notice title="No studies match your search criteria" text="Try adjusting your search terms or filters">
      {onClearFilters && (
        <Button look="primary" className="max-lg:h-11" onClick={onClearFilters}>
          Clear filters
        </Button>
      )}
      {onClearSearch && (
        <Button look={onClearFilters ? 'outline' : 'primary'} className="max-lg:h-11" onClick={onClearSearch}>
          Clear search
        </Button>
      )}
    </Notice>
  )
}

export function NoData({ onRange }: { onRange: (range: DayRange) => void }) {
  return (
    <Notice
      title="No TAT data available"
      text="Select a date range to generate the report for all locations, or choose a specific location"
    >
      {usualRanges().map(({ label, range }) => (
        <Button key={label} className="max-lg:h-11" onClick={() => onRange(range)}>
          {label}
        </Button>
      ))}
    </Notice>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid min-h-60 flex-1 place-content-center justify-items-center px-6 py-10 text-center">
      <TriangleAlert size={18} className="mb-2 text-red-fg" aria-hidden />
      <h2 className="text-lg font-semibold">Failed to load TAT data</h2>
      <p className="mt-1 text-text-2">{reasonOf(error, 'The server did not answer.')} Your filters are kept.</p>
      <Button look="primary" className="mt-4 max-lg:h-11" onClick={onRetry}>
        <RotateCw size={14} aria-hidden /> Try again
      </Button>
    </div>
  )
}

const delayMs = 150
const bars = Array.from({ length: 18 }, (_, index) => index)

/** Shows skeleton rows that appear after a delay, so that a quick answer doesn't flicker. */
export function Loading() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label="Loading TAT data" className="flex-1 overflow-hidden pt-(--head-h)">
      {shown &&
        bars.map((bar) => (
          <div key={bar} className="flex h-(--row-h) items-center gap-8 border-b border-line px-4">
            {['w-24', 'w-36', 'w-40 max-sm:hidden', 'w-14', 'w-28 max-lg:hidden', 'w-30 max-lg:hidden', 'ml-auto w-20'].map(
              (width) => (
                <span key={width} className={`h-2 shrink-0 rounded-full bg-press ${width}`} />
              ),
            )}
          </div>
        ))}
    </div>
  )
}

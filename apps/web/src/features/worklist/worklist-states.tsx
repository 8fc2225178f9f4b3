import type { Tab } from '@readroom/contracts/study-workflow'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { plural } from '../../lib/format.ts'
import { type WorklistColumn, worklistColumns } from './columns.tsx'
import { tabLabels } from './worklist-roles.ts'

const skeletonDelayMs = 150
const skeletonWidths = [62, 88, 74, 95, 54, 80]

function Bar({ column, index }: { column: WorklistColumn; index: number }) {
  const width = column.size < 60 ? 14 : ((column.size - 24) * (skeletonWidths[index % 6] ?? 70)) / 100
  return <span className="h-2 rounded-full bg-press" style={{ width, height: column.size < 60 ? 14 : 8, borderRadius: 4 }} />
}

/** Skeleton rows in the real columns, after 150 ms: a quick answer shows no flicker. */
export function WorklistSkeleton({ visible, rowHeight }: { visible: Record<string, boolean>; rowHeight: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const columns = worklistColumns.filter(({ id }) => visible[id])
  return (
    <div role="status" aria-label="Loading studies" className="h-[calc(100%-var(--head-h))] overflow-hidden">
      {shown &&
        Array.from({ length: 24 }, (_, row) => (
          <div key={row} className="flex border-b border-line" style={{ height: rowHeight }}>
            {columns.map((column, index) => (
              <span
                key={column.id}
                className="flex items-center px-2 first:pl-[15px]"
                style={{ flex: `${column.grow ? 1 : 0} 0 ${column.size}px` }}
              >
                <Bar column={column} index={row + index} />
              </span>
            ))}
          </div>
        ))}
    </div>
  )
}

type EmptyProps = { tab: Tab; total: number | undefined; hint: string; onShowAll: () => void }

/** Says why there is nothing, and leads to where there is something. */
export function WorklistEmpty({ tab, total, hint, onShowAll }: EmptyProps) {
  const elsewhere = tab !== 'all' && total !== undefined && total > 0
  return (
    <div className="grid h-[calc(100%-var(--head-h))] place-content-center justify-items-center px-6 text-center">
      <h2 className="text-lg font-semibold">No studies found</h2>
      <p className="mt-1 text-text-2">
        {elsewhere ? `None of the ${plural(total, 'study', 'studies')} is under ${tabLabels[tab]} at the moment.` : hint}
      </p>
      {elsewhere && (
        <Button look="primary" className="mt-4 max-lg:h-11" onClick={onShowAll}>
          Show all studies
        </Button>
      )}
    </div>
  )
}

export function WorklistError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid h-[calc(100%-var(--head-h))] place-content-center justify-items-center px-6 text-center">
      <TriangleAlert size={18} className="mb-2 text-red-fg" aria-hidden />
      <h2 className="text-lg font-semibold">The worklist could not be loaded</h2>
      <p className="mt-1 text-text-2">{messageOf(error, 'The server did not answer.')} Your selection is kept.</p>
      <Button look="primary" className="mt-4 max-lg:h-11" onClick={onRetry}>
        <RotateCw size={14} aria-hidden /> Try again
      </Button>
    </div>
  )
}

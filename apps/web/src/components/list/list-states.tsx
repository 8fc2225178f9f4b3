import { RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useIsDesktop } from '../../lib/hooks/use-media-query.ts'
import type { Changes, Chosen } from '../../lib/lists/list-url.ts'
import { Button } from '../ui/button.tsx'
import { type HeadProps, ListHead } from './list-table.tsx'

const skeletonDelayMs = 150
const widths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']
const rows = Array.from({ length: 10 }, (_, index) => index)

const Bar = ({ index }: { index: number }) => (
  <span className={`inline-block h-2 rounded-full bg-press align-middle ${widths[index % widths.length]}`} />
)

/** Renders skeleton rows in the real columns. They appear after 150 ms, so that a quick answer doesn't flicker. */
export function ListSkeleton({ label, columns, actionsClass }: HeadProps & { label: string }) {
  const [shown, setShown] = useState(false)
  const desktop = useIsDesktop()
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={`Loading ${label.toLowerCase()}`}>
      {shown && desktop && (
        <table aria-hidden className="w-full table-fixed">
          <ListHead columns={columns} actionsClass={actionsClass} />
          <tbody>
            {rows.map((row) => (
              <tr key={row} className="h-13 border-b border-line">
                {columns.map(({ label: column, className }, index) => (
                  <td key={column} className={`pr-4 ${className}`}>
                    <Bar index={row + index} />
                  </td>
                ))}
                <td className="text-right">
                  <Bar index={2} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown &&
        !desktop &&
        rows.map((row) => (
          <div key={row} className="grid h-40 content-start gap-3 border-b border-line py-4">
            <Bar index={row} />
            <Bar index={row + 1} />
            <Bar index={row + 2} />
          </div>
        ))}
    </div>
  )
}

type EmptyProps = { title: string; hint: string; chosen: Chosen; onClear: (changes: Changes) => void }

/** The filters to clear. A typed search has its own button. */
const noFilters: Changes = { status: 'all', role: 'all', invitation: 'all', of: '' }

/** Says why the list is empty. */
export function ListEmpty({ title, hint, chosen: { search, status, role, invitation, of }, onClear }: EmptyProps) {
  const filtered = status !== 'all' || role !== 'all' || invitation !== 'all' || of !== ''
  return (
    <div role="status" className="grid justify-items-center px-4 py-20 text-center">
      <h2 className="text-lg font-semibold">{title}</h2>
      {(filtered || search !== '') && (
        <p className="mt-1 max-w-full break-words text-text-2">
          Nothing {status === 'all' ? '' : `${status} `}matches
          {search === '' ? ' this filter' : <bdi className="font-medium"> “{search}”</bdi>}.
        </p>
      )}
      <p className="mt-1 text-text-2">{hint}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden">
        {filtered && (
          <Button className="max-lg:h-11" onClick={() => onClear(noFilters)}>
            Clear filters
          </Button>
        )}
        {search !== '' && (
          <Button className="max-lg:h-11" onClick={() => onClear({ search: '' })}>
            Clear search
          </Button>
        )}
      </div>
    </div>
  )
}

export function ListError({ error, label, onRetry }: { error: unknown; label: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center px-4 py-20 text-center">
      <TriangleAlert size={18} className="mb-2 text-red-fg" aria-hidden />
      <h2 className="text-lg font-semibold">{label} could not be loaded</h2>
      <p className="mt-1 text-text-2">{reasonOf(error, 'The server did not answer.')} Your search is kept.</p>
      <Button look="primary" className="mt-4 max-lg:h-11" onClick={onRetry}>
        <RotateCw size={14} aria-hidden /> Try again
      </Button>
    </div>
  )
}

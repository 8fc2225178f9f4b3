import { defaultPageSize, listPageSizes, type Pagination } from '@readroom/contracts/core/pagination'
import { Select } from '../inputs/select.tsx'
import { Button } from '../ui/button.tsx'

/** Returns the pages that a pager shows: the first, the last, the current one and its neighbours. Null stands for a gap. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  const named = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total)
  const pages = [...new Set(named)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1] ?? page - 1
    // A gap of a single page is filled with that page.
    if (page - before === 2) return [page - 1, page]
    return page - before > 2 ? [null, page] : [page]
  })
}

type Props = { pagination: Pagination; onPage: (page: number) => void; onLimit: (limit: number) => void }

const count = (value: number) => value.toLocaleString('en-GB')

function Pages({ pagination, onPage }: Pick<Props, 'pagination' | 'onPage'>) {
  const { currentPage, totalPages } = pagination
  return (
    <nav aria-label="Pages" className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
      <Button className="max-lg:h-11" disabled={!pagination.hasPrevPage} onClick={() => onPage(currentPage - 1)}>
        Previous
      </Button>
      <ol className="flex items-center gap-1 max-sm:hidden">
        {pageNumbers(currentPage, totalPages).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span className="px-1 text-text-3">…</span>
            ) : (
              <Button
                look="quiet"
                aria-label={`Page ${page}`}
                aria-current={page === currentPage ? 'page' : undefined}
                className="num min-w-7 px-1.5! aria-[current]:bg-press aria-[current]:text-text max-lg:h-11 max-lg:min-w-11"
                onClick={() => onPage(page)}
              >
                {page}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <span className="num text-sm text-text-2 sm:hidden">
        Page {currentPage} of {totalPages}
      </span>
      <Button className="max-lg:h-11" disabled={!pagination.hasNextPage} onClick={() => onPage(currentPage + 1)}>
        Next
      </Button>
    </nav>
  )
}

/** Moves between pages and changes their size. Renders nothing for a list that fits on the smallest page. */
export function ListPager({ pagination, onPage, onLimit }: Props) {
  const { currentPage, totalPages, totalRecords, limit } = pagination
  if (totalRecords <= defaultPageSize) return null
  const from = (currentPage - 1) * limit + 1
  return (
    <footer className="shrink-0 border-t border-line bg-canvas px-4 py-2 lg:py-0">
      <div className="mx-auto flex max-w-294 flex-wrap items-center gap-x-4 gap-y-2 lg:min-h-11">
        <p className="num mr-auto text-sm text-text-2 max-sm:hidden">
          Showing {count(from)} to {count(Math.min(from + limit - 1, totalRecords))} of {count(totalRecords)} results
        </p>
        <span className="flex items-center gap-2 text-sm text-text-2">
          <span aria-hidden>Per page</span>
          <Select aria-label="Records per page" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
            {listPageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
        </span>
        {totalPages > 1 && <Pages pagination={pagination} onPage={onPage} />}
      </div>
    </footer>
  )
}

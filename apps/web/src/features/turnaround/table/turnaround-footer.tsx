import type { Pagination } from '@readroom/contracts/core/pagination'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'

const pageButtons = 3

/** Returns the page numbers to show, with the current page in the middle if possible. */
export function namedPages({ currentPage, totalPages }: Pick<Pagination, 'currentPage' | 'totalPages'>): number[] {
  const first = Math.max(1, Math.min(currentPage - 1, totalPages - pageButtons + 1))
  return Array.from({ length: Math.min(pageButtons, totalPages) }, (_, index) => first + index)
}

const figure = (count: number) => count.toLocaleString('en-GB')

type Props = { pagination: Pagination; shown: number; readAt: string; onPage: (page: number) => void }

export function TurnaroundFooter({ pagination, shown, readAt, onPage }: Props) {
  const { currentPage, totalRecords, limit, hasNextPage, hasPrevPage } = pagination
  const from = shown === 0 ? 0 : (currentPage - 1) * limit + 1
  const { time, exact } = formatInstant(readAt)
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-2 lg:h-11 lg:py-0">
      <p role="status" className="num text-sm text-text-2">
        Showing {figure(from)}-{figure(Math.max(0, from + shown - 1))} of {figure(totalRecords)}
      </p>
      <time dateTime={readAt} data-tip={`As of ${exact}`} className="num text-sm text-text-3">
        {time}
      </time>
      <nav aria-label="Pages" className="ml-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Button className="max-lg:h-11" disabled={!hasPrevPage} onClick={() => onPage(currentPage - 1)}>
          Previous
        </Button>
        {namedPages(pagination).map((page) => (
          <Button
            key={page}
            look="quiet"
            aria-label={`Page ${page}`}
            aria-current={page === currentPage ? 'page' : undefined}
            className="num min-w-7 px-1.5! aria-[current]:bg-press aria-[current]:text-text max-lg:h-11 max-lg:min-w-11"
            onClick={() => onPage(page)}
          >
            {figure(page)}
          </Button>
        ))}
        <Button className="max-lg:h-11" disabled={!hasNextPage} onClick={() => onPage(currentPage + 1)}>
          Next
        </Button>
      </nav>
    </footer>
  )
}

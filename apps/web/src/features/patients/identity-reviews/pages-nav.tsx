import type { Pagination } from '@readroom/contracts/core/pagination'
import type { z } from 'zod'
import { Button } from '../../../components/ui/button.tsx'

type Props = { pagination: z.infer<typeof Pagination>; onPage: (page: number) => void }

/** Leads to the page before and after. Renders nothing for a single page. */
export function PagesNav({ pagination, onPage }: Props) {
  const { currentPage, totalPages, hasPrevPage, hasNextPage } = pagination
  if (totalPages <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center gap-3">
      <Button className="max-lg:h-11" disabled={!hasPrevPage} onClick={() => onPage(currentPage - 1)}>
        Previous
      </Button>
      <span className="num text-text-2">
        {currentPage} / {totalPages}
      </span>
      <Button className="max-lg:h-11" disabled={!hasNextPage} onClick={() => onPage(currentPage + 1)}>
        Next
      </Button>
    </nav>
  )
}

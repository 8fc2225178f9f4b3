import { sortKeys } from '@readroom/contracts/study-filters'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { columnTable } from './column-choice.ts'
import type { SortProps } from './column-head.tsx'
import { directionOf, sortWords, toggleSort } from './worklist-sort.ts'

/** The order of the list where no head shows it: by a column that is hidden, as the upload date is at first. A click turns it round. */
export function HiddenOrder({ sort, onSort, visibility }: SortProps & { visibility: Record<string, boolean> }) {
  const key = sortKeys.find((one) => directionOf(sort, one))
  if (!key || visibility[key]) return null
  const Arrow = directionOf(sort, key) === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Button
      look="quiet"
      className="max-lg:hidden"
      aria-label={`Order: ${sortWords(sort)}`}
      data-tip={sortWords(sort)}
      onClick={() => onSort(toggleSort(sort, key))}
    >
      {columnTable[key].label}
      <Arrow size={13} className="text-icon" aria-hidden />
    </Button>
  )
}

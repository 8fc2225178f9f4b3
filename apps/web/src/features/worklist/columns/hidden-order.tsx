import { sortKeys } from '@readroom/contracts/studies/study-filters'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { directionOf, sortWords, toggleSort } from '../rows/worklist-sort.ts'
import { columnTable } from './column-choice.ts'
import type { SortProps } from './column-head.tsx'

/** Shows the order of the list if it is sorted by a hidden column, as the upload date is by default. A click reverses it. */
export function HiddenOrder({ sort, onSort, visibility }: SortProps & { visibility: Record<string, boolean> }) {
  const key = sortKeys.find((one) => directionOf(sort, one))
  if (!key || visibility[key]) return null
  const Arrow = directionOf(sort, key) === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Button
      look="quiet"
      aria-label={`Order: ${sortWords(sort)}`}
      data-tip={sortWords(sort)}
      onClick={() => onSort(toggleSort(sort, key))}
    >
      {columnTable[key].label}
      <Arrow size={13} className="text-icon" aria-hidden />
    </Button>
  )
}

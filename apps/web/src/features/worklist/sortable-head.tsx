import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { directionOf, sortKeyOf, toggleSort } from './worklist-sort.ts'
import type { WorklistUrl } from './worklist-url.ts'

export type SortProps = { sort: WorklistUrl['sort']; onSort: (sort: WorklistUrl['sort']) => void }

type Props = SortProps & { columnId: string; className: string; style: CSSProperties; children: ReactNode }

const arrows = { ascending: ArrowUp, descending: ArrowDown } as const

/** The head of a column; a click sorts by it where the server can. */
export function SortableHead({ columnId, sort, onSort, className, style, children }: Props) {
  const key = sortKeyOf(columnId)
  const direction = key && directionOf(sort, key)
  const Arrow = direction && arrows[direction]
  return (
    <th scope="col" className={className} style={style} aria-sort={direction}>
      {key ? (
        <button type="button" className="sort-head" onClick={() => onSort(toggleSort(sort, key))}>
          {children}
          {Arrow && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        children
      )}
    </th>
  )
}

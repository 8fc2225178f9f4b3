import type { ReactNode } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { countWords } from '../rows/counted.ts'
import { useSelected } from './selection.tsx'

type Props = { shown: number; total: number; isCapped: boolean; children: ReactNode }

/** Shows the bar above the cards, in place of a table head: select all, the number of studies, and the list's tools. */
export function ListBar({ shown, total, isCapped, children }: Props) {
  const { rows, allChosen, toggleAll } = useSelected()
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line bg-canvas pr-2 pl-4 text-sm lg:hidden">
      <CheckboxField
        aria-label="Select all loaded studies"
        labelClass="-ml-3.5 flex h-11 min-w-11 items-center gap-2.5 pl-3.5"
        checked={allChosen}
        indeterminate={rows.length > 0 && !allChosen}
        onChange={toggleAll}
        label={<span className="max-sm:sr-only">Select all</span>}
      />
      <p className="num mr-auto min-w-0 truncate text-text-2">
        {shown.toLocaleString('en-GB')} of {countWords(total, isCapped)}
        <span className="max-sm:sr-only"> {total === 1 ? 'study' : 'studies'}</span>
      </p>
      {children}
    </div>
  )
}

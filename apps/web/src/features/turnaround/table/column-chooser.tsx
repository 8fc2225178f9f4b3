import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { ColumnPopover } from '../../../components/list/column-popover.tsx'
import type { ColumnChoice } from './column-choice.ts'
import { turnaroundColumns } from './turnaround-columns.tsx'

export function ColumnChooser({ shown, setColumn, reset }: ColumnChoice) {
  const isShown = (id: string) => shown.some((column) => column.id === id)
  return (
    <ColumnPopover shown={shown.length} available={turnaroundColumns.length} className="max-lg:hidden" onReset={reset}>
      {turnaroundColumns.map(({ id, label }) => (
        <li key={id}>
          <CheckboxField
            label={label}
            labelClass="flex h-7 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover"
            checked={isShown(id)}
            disabled={shown.length === 1 && isShown(id)}
            onChange={(event) => setColumn(id, event.target.checked)}
          />
        </li>
      ))}
    </ColumnPopover>
  )
}

import { Columns3 } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import type { ColumnChoice } from './column-choice.ts'
import { tatColumns } from './tat-columns.tsx'

export function ColumnChooser({ shown, setColumn, reset }: ColumnChoice) {
  const isShown = (id: string) => shown.some((column) => column.id === id)
  return (
    <Popover
      label="Columns"
      className="w-64 p-2"
      trigger={
        <Button look="quiet" className="max-lg:hidden">
          <Columns3 size={15} className="text-icon" aria-hidden />
          Columns
          <span className="num font-regular text-text-3">
            {shown.length} of {tatColumns.length}
          </span>
        </Button>
      }
    >
      <div className="flex items-center justify-between py-0.5 pr-1 pl-2">
        <h2 className="text-sm font-semibold">Columns</h2>
        <Button look="quiet" onClick={reset}>
          Reset
        </Button>
      </div>
      <ul>
        {tatColumns.map(({ id, label }) => (
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
      </ul>
    </Popover>
  )
}

import { Lock } from 'lucide-react'
import { ColumnPopover } from '../../components/list/column-popover.tsx'
import { CheckboxField } from '../../components/ui/checkbox.tsx'
import { notify } from '../../lib/notify.tsx'
import { type ColumnChoice, columnTable, requiredMessage } from './column-choice.ts'

type Props = {
  /** The columns that this role has. */
  available: readonly string[]
  choice: ColumnChoice
  onChange: (id: string, shown: boolean) => void
  onReset: () => void
}

export function ColumnChooser({ available, choice, onChange, onReset }: Props) {
  const shown = available.filter((id) => choice[id]).length
  const columns = Object.entries(columnTable).filter(([id]) => available.includes(id))
  return (
    <ColumnPopover shown={shown} available={available.length} onReset={onReset}>
      {columns.map(([id, column]) => (
        <li key={id}>
          {column.required ? (
            <button
              type="button"
              data-tip={requiredMessage(column)}
              onClick={() => notify.info(requiredMessage(column))}
              className="flex h-7 w-full items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover"
            >
              <Lock size={13} className="w-[15px] text-icon" aria-hidden />
              {column.label}
              <span className="ml-auto text-xs text-text-3">Required</span>
            </button>
          ) : (
            <CheckboxField
              label={column.label}
              labelClass="flex h-7 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover"
              checked={choice[id] ?? false}
              onChange={(event) => onChange(id, event.target.checked)}
            />
          )}
        </li>
      ))}
    </ColumnPopover>
  )
}

import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'

type Props = { shown: number; available: number; className?: string; onReset: () => void; children: ReactNode }

/** Renders the popover for choosing a table's columns. Its button shows how many are chosen. */
export function ColumnPopover({ shown, available, className, onReset, children }: Props) {
  return (
    <Popover
      label="Columns"
      className="w-64 p-2"
      trigger={
        <Button look="quiet" className={className}>
          <Columns3 size={15} className="text-icon" aria-hidden />
          Columns
          <span className="num font-regular text-text-3 max-xl:hidden">
            {shown} of {available}
          </span>
        </Button>
      }
    >
      <div className="flex items-center justify-between py-0.5 pr-1 pl-2">
        <h2 className="text-sm font-semibold">Columns</h2>
        <Button look="quiet" onClick={onReset}>
          Reset
        </Button>
      </div>
      <ul>{children}</ul>
    </Popover>
  )
}

import { ArrowLeft, ArrowRight, GripVertical, Lock } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { ColumnPopover } from '../../../components/list/column-popover.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { notify } from '../../../lib/notify.tsx'
import { columnTable, requiredMessage } from './column-choice.ts'
import type { Columns } from './use-columns.ts'

type ItemProps = { id: string; columns: Columns }

function Required({ id }: { id: string }) {
  const label = columnTable[id]?.label ?? id
  const message = requiredMessage({ label })
  return (
    <button
      type="button"
      data-tip={message}
      onClick={() => notify.info(message)}
      className="flex h-7 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover"
    >
      <Lock size={13} className="w-[15px] text-icon" aria-hidden />
      {label}
      <span className="ml-auto text-xs text-text-3">Required</span>
    </button>
  )
}

/** Shows the buttons that move a column without dragging. At either end the button keeps the focus. */
function MoveButtons({ id, columns: { available, move } }: ItemProps) {
  const { label } = columnTable[id] ?? { label: id }
  const index = available.indexOf(id)
  const [before, after] = [available[index - 1], available[index + 1]]
  const first = before === undefined || columnTable[before]?.fixed === true
  return (
    <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
      <IconButton size="sm" label={`Move ${label} left`} aria-disabled={first} onClick={() => !first && move(id, before)}>
        <ArrowLeft size={13} aria-hidden />
      </IconButton>
      <IconButton size="sm" label={`Move ${label} right`} aria-disabled={!after} onClick={() => after && move(id, after)}>
        <ArrowRight size={13} aria-hidden />
      </IconButton>
    </span>
  )
}

/** Returns the drag and drop props of a column in the list. */
function useDragging({ move }: Columns) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (id: string) => ({
    draggable: true,
    'data-over': (over === id && dragged !== id) || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      setOver(id)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged) move(dragged, id)
      end()
    },
    onDragEnd: end,
  })
}

/** Lets the user choose the columns and their order. */
export function ColumnChooser({ columns }: { columns: Columns }) {
  const { available, shown, setColumn, reset } = columns
  const dragOf = useDragging(columns)
  return (
    <ColumnPopover shown={available.filter((id) => shown.visibility[id]).length} available={available.length} onReset={reset}>
      {available.map((id) => {
        const { label, required, fixed } = columnTable[id] ?? { label: id }
        return (
          <li
            key={id}
            {...(!fixed && dragOf(id))}
            className={cx('group flex items-center rounded-sm data-over:bg-accent-wash', !fixed && 'cursor-grab')}
          >
            <GripVertical size={12} className={cx('shrink-0 text-icon', fixed && 'invisible')} aria-hidden />
            {required ? (
              <Required id={id} />
            ) : (
              <CheckboxField
                label={label}
                labelClass="flex h-7 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover"
                checked={shown.visibility[id] ?? false}
                onChange={(event) => setColumn(id, event.target.checked)}
              />
            )}
            {fixed ? <span className="w-12" /> : <MoveButtons id={id} columns={columns} />}
          </li>
        )
      })}
    </ColumnPopover>
  )
}

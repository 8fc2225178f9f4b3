import { useMemo } from 'react'
import { columnIds, useColumnChoice } from './column-choice.ts'
import { useColumnLayout } from './column-layout.ts'
import type { ShownColumns } from './use-worklist-table.ts'

const assigning = ['assignedTo', 'assignDoctor']

/** The columns of this browser: which show, where they stand, and how wide. `assigns`: whether the role has those about assignments. */
export function useColumns(assigns: boolean) {
  const { choice, setColumn, resetChoice } = useColumnChoice()
  const { order, widths, move, resize, resetLayout } = useColumnLayout()
  const available = order.filter((id) => assigns || !assigning.includes(id))
  const shown: ShownColumns = useMemo(() => {
    const isShown = (id: string) => choice[id] === true && (assigns || !assigning.includes(id))
    return { visibility: Object.fromEntries(columnIds.map((id) => [id, isShown(id)])), order, widths }
  }, [choice, order, widths, assigns])
  return {
    /** Left to right. */
    available,
    shown,
    setColumn,
    move,
    resize,
    reset() {
      resetChoice()
      resetLayout()
    },
  }
}
export type Columns = ReturnType<typeof useColumns>

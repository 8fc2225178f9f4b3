import { useMemo } from 'react'
import type { ShownColumns } from '../list/use-worklist-table.ts'
import { type ColumnChoice, choiceOf, columnIds, useColumnChoice } from './column-choice.ts'
import { moveColumn, placed, useColumnLayout } from './column-layout.ts'

const assigning = ['assignedTo', 'assignDoctor']

/** The visible columns and their order. */
type Arrangement = { choice: ColumnChoice; order: readonly string[] }

/** Returns the ids of the visible columns, from left to right. */
const namesOf = ({ choice, order }: Arrangement): string[] => order.filter((id) => choice[id])

/** Returns the arrangement that shows these columns in this order. */
const arrangementOf = (named: readonly string[]): Arrangement => ({ choice: choiceOf(named), order: placed(named) })

/** Returns the columns that a page shows for these ids. */
export const shownColumns = (named: readonly string[]): string[] => namesOf(arrangementOf(named))

type Options = {
  /** True if the role has the assignment columns. */
  assigns: boolean
  /** True if the role reads studies. */
  reads: boolean
  /** The columns named in the address, for example by a saved list. If empty, those of this browser are shown. */
  named: readonly string[]
  onName: (shown: string[]) => void
}

/** Provides the visible columns, their order and their widths. The widths are always those of this browser. */
export function useColumns({ assigns, reads, named, onName }: Options) {
  const own = useColumnChoice(reads)
  const layout = useColumnLayout()
  const { widths, resize } = layout
  const isNamed = named.length > 0
  const { choice, order } = isNamed ? arrangementOf(named) : { choice: own.choice, order: layout.order }
  const names = namesOf({ choice, order })
  const [shownNames, ordered] = [names.join(), order.join()]
  const shown: ShownColumns = useMemo(() => {
    const visible = shownNames.split(',')
    const isShown = (id: string) => visible.includes(id) && (assigns || !assigning.includes(id))
    return { visibility: Object.fromEntries(columnIds.map((id) => [id, isShown(id)])), order: ordered.split(','), widths }
  }, [shownNames, ordered, widths, assigns])

  return {
    /** The columns from left to right. */
    available: order.filter((id) => assigns || !assigning.includes(id)),
    shown,
    /** The columns that a saved list stores. */
    names,
    setColumn(id: string, isShown: boolean) {
      if (isNamed) onName(namesOf({ choice: { ...choice, [id]: isShown }, order }))
      else own.setColumn(id, isShown)
    },
    move(id: string, to: string) {
      if (isNamed) onName(namesOf({ choice, order: moveColumn(order, id, to) }))
      else layout.move(id, to)
    },
    resize,
    reset() {
      if (isNamed) onName([])
      own.resetChoice()
      layout.resetLayout()
    },
  }
}
export type Columns = ReturnType<typeof useColumns>

import { useMemo } from 'react'
import { type ColumnChoice, choiceOf, columnIds, useColumnChoice } from './column-choice.ts'
import { moveColumn, placed, useColumnLayout } from './column-layout.ts'
import type { ShownColumns } from './use-worklist-table.ts'

const assigning = ['assignedTo', 'assignDoctor']

/** Which columns show, and where they stand. */
type Arrangement = { choice: ColumnChoice; order: readonly string[] }

/** The names of what shows, from left to right. */
const namesOf = ({ choice, order }: Arrangement): string[] => order.filter((id) => choice[id])

/** What columns that are named from left to right mean. */
const arrangementOf = (named: readonly string[]): Arrangement => ({ choice: choiceOf(named), order: placed(named) })

/** Columns that are named, as a page names them that shows them. */
export const shownColumns = (named: readonly string[]): string[] => namesOf(arrangementOf(named))

type Options = {
  /** Whether the role has the columns about assignments. */
  assigns: boolean
  /** Whether the role reads studies. */
  reads: boolean
  /** Those that the address names, as that of a saved list does; where it names none, those of this browser show. */
  named: readonly string[]
  onName: (shown: string[]) => void
}

/** The columns: which show, where they stand, and how wide. Widths are always those of this browser. */
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
    /** Left to right. */
    available: order.filter((id) => assigns || !assigning.includes(id)),
    shown,
    /** What a saved list keeps. */
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

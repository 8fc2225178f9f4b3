import type { Role } from '@readroom/contracts/core/permissions'
import { sortKeys } from '@readroom/contracts/studies/study-filters'
import { useMemo } from 'react'
import type { ShownColumns } from '../list/table/use-worklist-table.ts'
import { directionOf } from '../rows/worklist-sort.ts'
import { type ColumnChoice, choiceOf, columnIds, useColumnChoice } from './column-choice.ts'
import { fitColumns } from './column-fit.ts'
import type { SortProps } from './column-head.tsx'
import { moveColumn, placed, useColumnLayout } from './column-layout.ts'
import { worklistColumns } from './columns.tsx'

const assigning = ['assignedTo', 'assignDoctor']
const isOffered = (id: string, assigns: boolean) => assigns || !assigning.includes(id)

/** The visible columns and their order. */
type Arrangement = { choice: ColumnChoice; order: readonly string[] }

/** Returns the ids of the visible columns, from left to right. */
const namesOf = ({ choice, order }: Arrangement): string[] => order.filter((id) => choice[id])

/** Returns the arrangement that shows these columns in this order. */
const arrangementOf = (named: readonly string[]): Arrangement => ({ choice: choiceOf(named), order: placed(named) })

/** Returns the columns that a page shows for these ids. */
export const shownColumns = (named: readonly string[]): string[] => namesOf(arrangementOf(named))

type OwnChoice = Pick<ReturnType<typeof useColumnChoice>, 'choice' | 'isRefused'>

/** Returns true if the columns fit into the list without scrolling sideways. */
function haveRoom(ids: readonly string[], widths: ShownColumns['widths'], room: number): boolean {
  const fitted = fitColumns(
    worklistColumns.filter(({ id }) => ids.includes(id)),
    widths,
    room,
  )
  return Object.values(fitted).reduce((sum, width) => sum + width, 0) <= room
}

type Options = Pick<SortProps, 'sort'> & {
  role: Role
  /** True if the role has the assignment columns. */
  assigns: boolean
  /** The width of the list, in pixels. */
  width: number
  /** The columns named in the address, for example by a saved list. If empty, those of this browser are shown. */
  named: readonly string[]
  onName: (shown: string[]) => void
}

/** Returns the user's own choice. The column that the list is sorted by is also visible if it fits and the user hasn't hidden it. */
function withOrder({ choice, isRefused }: OwnChoice, order: readonly string[], widths: ShownColumns['widths'], options: Options) {
  const { assigns, sort, width } = options
  const key = sortKeys.find((one) => directionOf(sort, one))
  if (!key || choice[key] || isRefused(key)) return choice
  const wider = { ...choice, [key]: true }
  const ids = namesOf({ choice: wider, order }).filter((id) => isOffered(id, assigns))
  return haveRoom(ids, widths, width) ? wider : choice
}

/** Provides the visible columns, their order and their widths. The widths are always those of this browser. */
export function useColumns(options: Options) {
  const { role, assigns, named, onName } = options
  const own = useColumnChoice(role)
  const layout = useColumnLayout()
  const { widths, resize } = layout
  const isNamed = named.length > 0
  const { choice, order } = isNamed
    ? arrangementOf(named)
    : { choice: withOrder(own, layout.order, widths, options), order: layout.order }
  const names = namesOf({ choice, order })
  const [shownNames, ordered] = [names.join(), order.join()]
  const shown: ShownColumns = useMemo(() => {
    const visible = shownNames.split(',')
    const isShown = (id: string) => visible.includes(id) && isOffered(id, assigns)
    return { visibility: Object.fromEntries(columnIds.map((id) => [id, isShown(id)])), order: ordered.split(','), widths }
  }, [shownNames, ordered, widths, assigns])

  return {
    /** The columns from left to right. */
    available: order.filter((id) => isOffered(id, assigns)),
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

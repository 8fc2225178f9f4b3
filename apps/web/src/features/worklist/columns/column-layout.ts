import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'
import { columnIds, columnTable } from './column-choice.ts'

/** Separate from `worklistColumns`, so that the stored choice of columns keeps its shape. */
const storageKey = 'worklistColumnLayout'

/** The order of the columns, and the widths chosen by the user. */
export type ColumnLayout = { order: readonly string[]; widths: Readonly<Record<string, number>> }

/** The limits for a width chosen by the user, in pixels. */
export const narrowest = 40
const widest = 900

const Stored = z
  .object({
    order: z.array(z.string()).catch([]),
    widths: z.record(z.string(), z.number().min(narrowest).max(widest)).catch({}),
  })
  .catch({ order: [], widths: {} })

const isFixed = (id: string) => columnTable[id]?.fixed === true

/** Returns all columns in the stored order. A column missing from it comes after the column it is defined after. */
export function placed(stored: readonly string[]): string[] {
  const known = [...new Set(stored)].filter((id) => columnIds.includes(id) && !isFixed(id))
  const order = known.length > 0 ? [...columnIds.filter(isFixed), ...known] : [...columnIds]
  columnIds.forEach((id, index) => {
    if (!order.includes(id)) order.splice(order.indexOf(columnIds[index - 1] ?? '') + 1, 0, id)
  })
  return order
}

export function readColumnLayout(stored: string | null): ColumnLayout {
  const { order, widths } = Stored.parse(parseJson(stored ?? '{}'))
  return { order: placed(order), widths: Object.fromEntries(Object.entries(widths).filter(([id]) => columnIds.includes(id))) }
}

/** Returns the order with a column moved to the position of another. Fixed columns stay in place. */
export function moveColumn(order: readonly string[], id: string, to: string): readonly string[] {
  if (isFixed(id) || isFixed(to) || !order.includes(to)) return order
  const others = order.filter((other) => other !== id)
  others.splice(order.indexOf(to), 0, id)
  return others
}

/** Keeps the layout in this browser's local storage. */
export function useColumnLayout() {
  const [layout, setLayout] = useState(() => readColumnLayout(localStorage.getItem(storageKey)))
  const keep = (next: ColumnLayout) => {
    localStorage.setItem(storageKey, JSON.stringify(next))
    setLayout(next)
  }
  return {
    ...layout,
    move: (id: string, to: string) => keep({ ...layout, order: moveColumn(layout.order, id, to) }),
    /** Sets the width of a column. Null returns to the automatic width. */
    resize(id: string, width: number | null) {
      const { [id]: _before, ...others } = layout.widths
      keep({
        ...layout,
        widths: width === null ? others : { ...others, [id]: Math.min(Math.max(Math.round(width), narrowest), widest) },
      })
    },
    resetLayout() {
      localStorage.removeItem(storageKey)
      setLayout(readColumnLayout(null))
    },
  }
}

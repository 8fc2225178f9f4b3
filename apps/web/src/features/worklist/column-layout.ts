import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../lib/api/request.ts'
import { columnIds, columnTable } from './column-choice.ts'

/** Beside the choice of columns, whose key and shape the specification names. */
const storageKey = 'worklistColumnLayout'

/** Where the columns stand, and how wide somebody made them. */
export type ColumnLayout = { order: readonly string[]; widths: Readonly<Record<string, number>> }

/** As narrow and as wide as a hand may make a column, in pixels. */
export const narrowest = 40
const widest = 900

const Stored = z
  .object({
    order: z.array(z.string()).catch([]),
    widths: z.record(z.string(), z.number().min(narrowest).max(widest)).catch({}),
  })
  .catch({ order: [], widths: {} })

const isFixed = (id: string) => columnTable[id]?.fixed === true

/** All columns in a stored order: what it does not know stands behind the column that it is defined behind. */
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

/** The order with a column in the place of another, which makes room towards where it came from. The first columns keep their places. */
export function moveColumn(order: readonly string[], id: string, to: string): readonly string[] {
  if (isFixed(id) || isFixed(to) || !order.includes(to)) return order
  const others = order.filter((other) => other !== id)
  others.splice(order.indexOf(to), 0, id)
  return others
}

/** The layout of this browser, kept in local storage. */
export function useColumnLayout() {
  const [layout, setLayout] = useState(() => readColumnLayout(localStorage.getItem(storageKey)))
  const keep = (next: ColumnLayout) => {
    localStorage.setItem(storageKey, JSON.stringify(next))
    setLayout(next)
  }
  return {
    ...layout,
    move: (id: string, to: string) => keep({ ...layout, order: moveColumn(layout.order, id, to) }),
    /** Without a width the column takes what fits again. */
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

/** The width limits of a column, in pixels. */
export type Fit = {
  id: string
  /** Below this width its content is cut off. */
  min: number
  /** Its width if there is room for everything. */
  size: number
  /** No limit if undefined. */
  max?: number
  /** Its share of extra width, by default none. */
  grow?: number
  /** Shrinks before or after the others, which shrink together, if there is too little room. */
  yields?: 'first' | 'last'
}

type Flexible = { id: string; room: number; share: number }

/** Distributes whole pixels by share. A column at its limit passes its share on to the others. Returns the pixels for each. */
function deal(pixels: number, among: readonly Flexible[]): Map<string, number> {
  const given = new Map(among.map(({ id }) => [id, 0]))
  let left = pixels
  let open = among.filter(({ room, share }) => room > 0 && share > 0)
  while (left > 0 && open.length > 0) {
    const shares = open.reduce((sum, { share }) => sum + share, 0)
    const round = left
    for (const { id, room, share } of open) {
      const had = given.get(id) ?? 0
      const more = Math.min(room - had, left, Math.max(1, Math.floor((round * share) / shares)))
      given.set(id, had + more)
      left -= more
    }
    open = open.filter(({ id, room }) => (given.get(id) ?? 0) < room)
  }
  return given
}

/**
 * Returns the width of each column for a list of this width. Widths chosen by the user stay. The other columns grow, or shrink to their minimum; after
 * that the list scrolls sideways.
 */
export function fitColumns(
  columns: readonly Fit[],
  chosen: Readonly<Record<string, number>>,
  width: number,
): Record<string, number> {
  const sizes = Object.fromEntries(columns.map(({ id, size }) => [id, chosen[id] ?? size]))
  const free = columns.filter(({ id }) => chosen[id] === undefined)
  const total = () => Object.values(sizes).reduce((sum, size) => sum + size, 0)
  const add = (given: Map<string, number>, sign: 1 | -1) => {
    for (const [id, pixels] of given) sizes[id] = (sizes[id] ?? 0) + sign * pixels
  }
  const shrink = (some: readonly Fit[]) => {
    const givers = some.map(({ id, min, size }) => ({ id, room: size - min, share: size - min }))
    add(deal(total() - width, givers), -1)
  }
  add(
    deal(
      width - total(),
      free.map(({ id, size, max = Number.POSITIVE_INFINITY, grow = 0 }) => ({ id, room: max - size, share: grow })),
    ),
    1,
  )
  for (const turn of ['first', undefined, 'last']) shrink(free.filter(({ yields }) => yields === turn))
  return sizes
}

/** How wide a column may be, in pixels. */
export type Fit = {
  id: string
  /** Below this, what the column is for is cut. */
  min: number
  /** What it is given where there is room for everything. */
  size: number
  /** None: whatever is left. */
  max?: number
  /** Its share of a width that is left; none by default. */
  grow?: number
  /** The first to give way where there is too little; others do together, after it. */
  yields?: true
}

type Flexible = { id: string; room: number; share: number }

/** Deals whole pixels out by shares, and what has no room in one to the others. Answers what each is given. */
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
 * The width of each column in a list of this width. What somebody chose stays; the others take what is left or give way, down to the
 * least that they can be: after that the list is wider than its place.
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
  shrink(free.filter(({ yields }) => yields))
  shrink(free.filter(({ yields }) => !yields))
  return sizes
}

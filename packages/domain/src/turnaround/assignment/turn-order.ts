/** A reader's place in the ring. Minutes are counted with the credit of the study that is dealt. */
export type Turn = {
  doctorId: string
  /** Minutes below the share. */
  deficit: number
  /** The weight of the reader's share. */
  share: number
  /** In milliseconds since 1970; null: never, or not lately. */
  lastAssignedAt: number | null
}

/** Orders of doubles that differ by rounding alone must be equal, so that ties are ties. */
const exact = (number: number) => Math.round(number * 1e6)

/** Returns the numbers by which turns are ordered. The first difference decides, and the smaller number comes first. */
function placeOf({ deficit, share, lastAssignedAt }: Turn, largest: number): number[] {
  const isDue = exact(deficit) > 0
  return [isDue ? 0 : 1, exact((isDue ? largest - deficit : -deficit) / share), lastAssignedAt ?? 0]
}

/** Reports whether a turn comes before another with its place. */
function isBefore(one: { turn: Turn; place: readonly number[] }, other: { turn: Turn; place: readonly number[] }): boolean {
  const difference = one.place.map((number, index) => number - (other.place[index] ?? 0)).find(Boolean)
  return difference === undefined ? one.turn.doctorId < other.turn.doctorId : difference < 0
}

/**
 * Returns whose turn it is. Those who are below their share come first: the one who would be first to fall below it by the largest study. Of the
 * others, the one who would be first to be below it. Ties: the oldest last assignment, then the id.
 *
 * With the same readers for every study, nobody is ever further from the share than the largest study. Taking the largest deficit instead does not
 * keep this bound if shares differ (docs/decisions/turnaround/automatic-assignment.md).
 */
export function firstTurn<T extends Turn>(turns: readonly T[], largest: number): T | null {
  let first: { turn: T; place: number[] } | null = null
  for (const turn of turns) {
    const next = { turn, place: placeOf(turn, largest) }
    if (first === null || isBefore(next, first)) first = next
  }
  return first?.turn ?? null
}

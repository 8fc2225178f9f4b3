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

/**
 * Returns the order in which readers have their turn. Those who are below their share come first: the one who would be first to fall below it by the
 * largest study. The others follow: the one who would be first to be below it. Ties: the oldest last assignment, then the id.
 *
 * With the same readers for every study, nobody is ever further from the share than the largest study. Taking the largest deficit instead does not
 * keep this bound if shares differ (docs/decisions/automatic-assignment.md).
 */
export function compareTurns(largest: number): (one: Turn, other: Turn) => number {
  return (one, other) => {
    const places = placeOf(other, largest)
    const difference = placeOf(one, largest)
      .map((number, index) => number - (places[index] ?? 0))
      .find(Boolean)
    return difference ?? (one.doctorId < other.doctorId ? -1 : 1)
  }
}

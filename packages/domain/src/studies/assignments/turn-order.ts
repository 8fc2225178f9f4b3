/** A reader's place in the ring. Minutes are counted with the credit of the study that is dealt. */
export type Turn = {
  /** Minutes below the share. */
  deficit: number
  /** The weight of the reader's share. */
  share: number
}

/** Orders of doubles that differ by rounding alone must be equal, so that ties are ties. */
const exact = (number: number) => Math.round(number * 1e6)

/**
 * Returns the numbers by which turns are ordered: the first difference decides, and the smaller number comes first. Those who are below their share
 * come first: the one who would be first to fall below it by the largest study. Of the others, the one who would be first to be below it.
 *
 * With the same readers for every study, nobody is ever further from the share than the largest study. Taking the largest deficit instead does not
 * keep this bound if shares differ (docs/decisions/turnaround/automatic-assignment.md).
 */
export function turnOf({ deficit, share }: Turn, largest: number): number[] {
  const isDue = exact(deficit) > 0
  return [isDue ? 0 : 1, exact((isDue ? largest - deficit : -deficit) / share)]
}

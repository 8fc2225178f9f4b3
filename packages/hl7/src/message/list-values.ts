import type { Message, Segment } from './message.ts'

/** A value of a message and its place, such as `PID-5.1`. */
export type PlacedValue = { place: string; value: string }

/** More is more than anybody reads. */
const MAX_VALUES = 2_000
const MAX_LENGTH = 2_000

/** The fields of a segment that can be filled. */
const MAX_FIELDS = 99

function valuesOfField(segment: Segment, field: number): PlacedValue[] {
  return Array.from({ length: segment.repetitions(field) }, (_, at) => at + 1).flatMap((repetition) =>
    segment.components(field, repetition).flatMap((_, at, all) => {
      const value = segment.value(field, at + 1, 1, repetition)
      const place = `${segment.name}-${field}${all.length > 1 ? `.${at + 1}` : ''}`
      return value === ''
        ? []
        : [{ place: repetition > 1 ? `${place} (${repetition})` : place, value: value.slice(0, MAX_LENGTH) }]
    }),
  )
}

/** Returns the values of a message that are not empty, in its order, and before them the lines that are no segment. */
export function listValues({ segments, strays }: Message): PlacedValue[] {
  const values = segments.flatMap((segment) =>
    Array.from({ length: MAX_FIELDS }, (_, at) => valuesOfField(segment, at + 1)).flat(),
  )
  const lines = strays.map((line) => ({ place: 'No segment', value: line.slice(0, MAX_LENGTH) }))
  return [...lines, ...values].slice(0, MAX_VALUES)
}

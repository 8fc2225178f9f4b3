import type { Annotation, Annotations } from '@readroom/contracts/reading/annotations'

/** Returns the annotations without those that have one of the ids. */
export const without = (annotations: Annotations, ids: readonly string[]) => annotations.filter(({ id }) => !ids.includes(id))
export const idsOf = (annotations: Annotations) => annotations.map(({ id }) => id)

const geometry = ({ tool, sopInstanceUid, frame, points, label }: Annotation) =>
  JSON.stringify([tool, sopInstanceUid, frame, label, points.map(({ patient }) => patient)])

/**
 * Merges the drawing with the saved annotations, in saved order, new ones last. The viewer measures only what it shows, so annotations on images that
 * were not shown keep their saved values.
 */
export function merged(saved: Annotations, drawn: Annotations): Annotations {
  const now = new Map(drawn.map((one) => [one.id, one]))
  const kept = saved.flatMap((its) => {
    const one = now.get(its.id)
    if (!one) return []
    return geometry(its) === geometry(one) && its.measured.length >= one.measured.length ? its : one
  })
  return [...kept, ...without(drawn, idsOf(saved))]
}

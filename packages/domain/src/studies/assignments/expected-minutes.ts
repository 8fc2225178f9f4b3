/** Expected minutes to read a study, by modality, until a clinic has figures of its own (docs/decisions/studies/suggestions.md). */
const minutesOf: ReadonlyMap<string, number> = new Map([
  ['CR', 1],
  ['DX', 1],
  ['CT', 6],
  ['MG', 3],
  ['MR', 8],
  ['NM', 6],
  ['PT', 8],
  ['US', 3],
])
const otherMinutes = 3

/** The most minutes that a study is expected to take. */
export const largestMinutes = Math.max(otherMinutes, ...minutesOf.values())

/** Returns how many minutes a study is expected to take. Of several modalities the longest counts. */
export const expectedMinutes = (modalities: readonly string[]): number =>
  Math.max(0, ...modalities.map((modality) => minutesOf.get(modality) ?? otherMinutes)) || otherMinutes

/**
 * The characters of some fonts as the report package reads them (`printable-ranges.ts`): first and first after last of each range, each as its
 * distance to the one before, in base 36, with commas between.
 */
export function rangesOf(characterSets: readonly (readonly number[])[]): string {
  const all = [...new Set(characterSets.flat())].filter((code) => code >= 0x20).sort((a, b) => a - b)
  const ends: number[] = []
  for (const code of all) {
    if (ends.at(-1) === code) ends[ends.length - 1] = code + 1
    else ends.push(code, code + 1)
  }
  return ends.map((end, index) => (end - (ends[index - 1] ?? 0)).toString(36)).join()
}

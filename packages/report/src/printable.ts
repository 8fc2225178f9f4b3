import { printableRanges } from './printable-ranges.ts'

let last = 0
const ends = printableRanges.split(',').map((distance) => {
  last += Number.parseInt(distance, 36)
  return last
})

/** Matches characters that are never drawn by themselves: joiners, direction marks, soft hyphens, variation selectors; and line ends and tabs. */
const unseen = /^[\n\t\p{Default_Ignorable_Code_Point}]$/u

function isPrintable(character: string): boolean {
  if (unseen.test(character)) return true
  const code = character.codePointAt(0) ?? 0
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > code) high = middle
    else low = middle + 1
  }
  return low % 2 === 1
}

/** The characters of a text that no font of signed reports has, with their places in it (UTF-16). */
export function unprintable(text: string): { character: string; index: number }[] {
  const found: { character: string; index: number }[] = []
  let index = 0
  for (const character of text) {
    if (!isPrintable(character)) found.push({ character, index })
    index += character.length
  }
  return found
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
const folded = (text: string) => text.toLocaleLowerCase()

/** Of two letters, as scanners put them with the name: they name nobody. */
const titles = new Set(['dr', 'fr', 'hr', 'jr', 'mr', 'ms', 'sr'])

/** Written without spaces between words, and names are of two or three characters. */
const isIdeographic = (word: string) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u.test(word)

/** A word of two letters that begins with a capital and does not begin a sentence: "by Li", and not "An uncle" or "on it". */
function isShortName(word: string, text: string): boolean {
  const inside = new RegExp(`(?<=[\\p{L}\\p{N},;)"'’”]\\s+["'(“„]?)${word}(?![\\p{L}\\p{M}\\p{N}])`, 'giu')
  return [...text.matchAll(inside)].some(([found]) => /^\p{Lu}/u.test(found))
}

function hasName(text: string, name: string): boolean {
  const said = new Set(wordsOf(folded(text)))
  const words = wordsOf(name)
  const ideographs = words.filter(isIdeographic)
  const joined = wordsOf(text).join('')
  return (
    words.some((word) => word.length > 2 && said.has(folded(word))) ||
    words.some((word) => word.length === 2 && !titles.has(folded(word)) && isShortName(word, text)) ||
    [...ideographs, ideographs.join('')].some((part) => part.length > 1 && joined.includes(part))
  )
}

/** Reports whether a text contains a word of one of these names, or one of these IDs. */
export function namesPerson(text: string, { names, ids }: { names: readonly string[]; ids: readonly string[] }): boolean {
  return names.some((name) => hasName(text, name)) || ids.some((id) => id.length > 2 && folded(text).includes(folded(id)))
}

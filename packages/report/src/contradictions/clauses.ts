/** A word or a mark of a text. `word` is folded: lower case, one spelling of British and American words, no plural. */
export type Token = { word: string; from: number; to: number }

/** Tokens that are read together, as a sentence or a part of it. */
export type Clause = readonly Token[]

/** "But for" is one word, as "but" alone begins a clause. */
const tokenPattern =
  /[Bb]ut for(?![\p{L}\p{N}])|[Gg]all[ -][Bb]ladders?|\d{1,2}(?:st|nd|rd|th)(?![\p{L}\p{N}])|\d+(?:[.,]\d+)?|[\p{L}\p{N}\p{M}]+(?:['’/+-][\p{L}\p{N}\p{M}]+)*|[.,;:!?()\n]/gu
const ends = new Set(['.', ';', '!', '?', '\n', 'but', 'however', 'although', 'though', 'whereas', 'while'])

/** Words that are plural or end with s by themselves. */
const unchanged = new Set('is was has this pus os us gas previous as its his less pelvis lens'.split(' '))
const endsInS = /(?:ss|us|is|ous)$/

/** Returns a word in the one form that terms are written in: `Haemorrhages` is `hemorrhage`. */
export function fold(text: string): string {
  const word = text
    .toLowerCase()
    .replace(/^gall[ -]bl/, 'gallbl')
    .replaceAll('’', "'")
    .replaceAll('ae', 'e')
    .replaceAll('oe', 'e')
  if (word.length < 4 || unchanged.has(word) || endsInS.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** No sentence is longer; what is read of a clause takes the square of its length. */
const longestClause = 120

/** Returns the clauses of a text. Each character is looked at once. */
export function clausesOf(text: string): Clause[] {
  const clauses: Token[][] = [[]]
  for (const match of text.matchAll(tokenPattern)) {
    const [written] = match
    const token = { word: fold(written), from: match.index, to: match.index + written.length }
    if (ends.has(token.word) || clauses.at(-1)?.length === longestClause) clauses.push([])
    if (!ends.has(token.word)) clauses.at(-1)?.push(token)
  }
  return clauses.filter((clause) => clause.length > 0)
}

/** A text with its clauses, which several rules read. */
export type ReadText = { text: string; clauses: readonly Clause[] }

/** Reads a text once for all rules. */
export const readText = (text: string): ReadText => ({ text, clauses: clausesOf(text) })

/** A phrase that was found: its name, and its first and last token. */
export type Hit<Name> = { name: Name; first: number; last: number }

/** Phrases by their first word, the longest first. */
export type Phrases<Name> = ReadonlyMap<string, readonly { words: readonly string[]; name: Name }[]>

const isName = <Name extends string>(table: Readonly<Record<Name, string>>, name: string): name is Name =>
  Object.hasOwn(table, name)

/** Reads a table of names and their phrases, which are written as people write them, with commas between them. */
export function phrasesOf<Name extends string>(table: Readonly<Record<Name, string>>): Phrases<Name> {
  const phrases = new Map<string, { words: readonly string[]; name: Name }[]>()
  for (const name of Object.keys(table).filter((one) => isName(table, one)))
    for (const phrase of table[name].split(', ')) {
      const words = [...phrase.matchAll(tokenPattern)].map(([word]) => fold(word))
      const [first = ''] = words
      phrases.set(
        first,
        [...(phrases.get(first) ?? []), { words, name }].toSorted((a, b) => b.words.length - a.words.length),
      )
    }
  return phrases
}

/** Reads single words, with commas between them. */
export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(', ').map(fold))

/** Finds phrases in a clause, the longest at each place, and none within another. */
export function findPhrases<Name>(clause: Clause, phrases: Phrases<Name>): Hit<Name>[] {
  const hits: Hit<Name>[] = []
  for (let first = 0; first < clause.length; first += 1) {
    const found = phrases
      .get(clause[first]?.word ?? '')
      ?.find(({ words }) => words.every((word, index) => clause[first + index]?.word === word))
    if (!found) continue
    const last = first + found.words.length - 1
    hits.push({ name: found.name, first, last })
    first = last
  }
  return hits
}

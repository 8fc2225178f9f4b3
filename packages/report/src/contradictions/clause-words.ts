import { type Clause, findPhrases, wordsOf } from './clauses.ts'
import * as terms from './terms.ts'

const normalWords = wordsOf(
  'normal, intact, unremarkable, clear, preserved, maintained, patent, symmetrical, symmetric, homogeneous, homogenous, compressible, regular, healthy, fully, negative',
)
export type Side = 'left' | 'right'
/** The words for one side. */
export const sideWords: ReadonlyMap<string, Side> = new Map<string, Side>([
  ['left', 'left'],
  ['lt', 'left'],
  ['left-sided', 'left'],
  ['right', 'right'],
  ['rt', 'right'],
  ['right-sided', 'right'],
])
/** The words for both sides. */
export const bothSides = wordsOf('bilateral, bilaterally, both, either')

export const denying = wordsOf('no, none, not, nil, without, nor, neither')

/** A longer clause says more than that something is normal. */
const longestNormal = 12

const measure = /^\d|^(?:mm|cm|ml|x|hu|and|or)$/

/** Returns true if a clause says, after its label, nothing but that something is normal or absent. Sizes are no statement. */
export function saysNormal(clause: Clause): boolean {
  const words = clause.slice(clause.findIndex(({ word }) => word === ':') + 1).map(({ word }) => word)
  if (words.length === 0 || words.length > longestNormal || findPhrases(clause, terms.exceptions).length > 0) return false
  const parts = words
    .join(' ')
    .split(' , ')
    .map((part) => part.split(' '))
  const isNormal = (part: readonly string[]) => denying.has(part[0] ?? '') || part.some((word) => normalWords.has(word))
  return parts.some(isNormal) && parts.every((part) => isNormal(part) || part.every((word) => measure.test(word)))
}

/** The one side that a clause is about, and where it says so; null without one, or with both. */
export function sideOf(clause: Clause): { side: Side; place: number } | null {
  const sides = clause.flatMap(({ word }, place) => {
    const side = sideWords.get(word)
    return side ? [{ side, place }] : []
  })
  const [first] = sides
  return first && sides.every(({ side }) => side === first.side) && !clause.some(({ word }) => bothSides.has(word)) ? first : null
}

/** As far as a label reaches: `Left common femoral vein:`. */
const longestLabel = 5

/** A line of few words without a full stop: `RIGHT KNEE`. */
const isHeading = (text: string, clause: Clause): boolean =>
  clause.length <= 3 && (clause.length === 1 || text[clause.at(-1)?.to ?? 0] === '\n') && !saysNormal(clause)

/** Returns the side of the label that each clause stands under (`RIGHT`, `Left kidney:`), null without one. Another label ends it. */
export function labelledSides(text: string, clauses: readonly Clause[]): (Side | null)[] {
  let label: Side | null = null
  return clauses.map((clause) => {
    const own = sideOf(clause)
    const colon = clause.findIndex(({ word }) => word === ':')
    const isLabel = isHeading(text, clause) || (colon > 0 && colon <= longestLabel)
    if (isLabel && own?.place === 0) label = own.side
    else if (own || (isLabel && colon > 0 && !clause.some(({ word }) => bothSides.has(word)) && label === null)) label = null
    return label
  })
}

/** Returns the side of the heading that each clause stands under, null without one. A label with a value behind it is no heading of the next line. */
export function headedSides(text: string, clauses: readonly Clause[]): (Side | null)[] {
  let side: Side | null = null
  return clauses.map((clause) => {
    const isHead = clause.at(-1)?.word === ':' || (isHeading(text, clause) && !clause.some(({ word }) => word === ':'))
    if (isHead) side = sideOf(clause)?.side ?? null
    return side
  })
}

/** Returns true if a clause is a label alone. */
export const isLabelAlone = (clause: Clause): boolean => clause.length === 1 || clause.at(-1)?.word === ':'

/** Returns true if a clause states something of this examination: denies nothing, and is about no other time. */
export const isPlain = (clause: Clause): boolean =>
  !clause.some(({ word }) => denying.has(word)) && findPhrases(clause, terms.pasts).length === 0

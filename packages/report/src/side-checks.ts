import type { Node } from 'prosemirror-model'
import { saysNormal } from './contradictions/clause-words.ts'
import { type Clause, clausesOf, wordsOf } from './contradictions/clauses.ts'
import { type Side, sideOf, sideOfLabel, sideOfValue, sideWords } from './laterality.ts'
import { fieldAttrs } from './schema.ts'

/** The facts that name the side of an examination. `imageSide`: what the headers of all images say. */
type Examined = { description: string | null; imageSide: Side | null }
/** A place in a text, and the warning about it. */
type Warning = { from: number; to: number; message: string }

/** Words that say that the sides are alike, that the other was not looked at, or in which direction something has moved. */
const comparing = wordsOf(
  'symmetric, symmetrical, asymmetry, asymmetric, examined, imaged, recalled, artefact, artifact, shift, shifted, deviation, deviated',
)

/** Words of a comparison with the other side. */
const ofComparison = wordsOf('compared, comparison, contralateral, opposite, than')

/** A side, and the words for the writer that say where it comes from. */
export type Sided = { side: Side; of: string }

const otherOf: Record<Side, Side> = { left: 'right', right: 'left' }

/**
 * Returns words of the other side. Comparisons are let. So are words that call the other side normal, in a text that names its own side too, or stands
 * behind a label that does (`isLabelled`).
 */
export function ofOtherSide(text: string, { side, of }: Sided, isLabelled = false): Warning[] {
  const words = [...text.matchAll(sideWords[otherOf[side]])].map(({ 0: word, index: from }) => ({
    word,
    from,
    to: from + word.length,
  }))
  if (words.length === 0) return []
  const isAboutBoth = isLabelled || text.search(sideWords[side]) >= 0
  const has = (clause: Clause, some: ReadonlySet<string>) => clause.some(({ word }) => some.has(word))
  const isLet = (clause: Clause) => has(clause, ofComparison) || (isAboutBoth && (saysNormal(clause) || has(clause, comparing)))
  const allowed = clausesOf(text).filter(isLet)
  return words
    .filter(({ from }) => !allowed.some((clause) => (clause[0]?.from ?? 0) <= from && from < (clause.at(-1)?.to ?? 0)))
    .map(({ word, ...place }) => ({ ...place, message: `“${word}” ${of}.` }))
}

/** Returns the side of the examination, as the record, the images or else the fields of the report say it. Fields that differ are of several things. */
export function sideOfReport(report: Node, { description, imageSide }: Examined): Sided | null {
  const side = sideOf(description) ?? imageSide
  if (side !== null) return { side, of: `in a study of the ${side} side` }
  const stated: Sided[] = []
  report.descendants((node) => {
    if (node.type.name !== 'field') return !node.isTextblock
    const { label } = fieldAttrs(node.attrs)
    const own = sideOfValue(label, node.textContent)
    if (own) stated.push({ side: own, of: `in a report whose field “${label}” says ${own}` })
    return false
  })
  const [first = null] = stated
  return stated.every((one) => one.side === first?.side) ? first : null
}

/** Returns a warning if the record and the images name different sides, else null. */
export function sidesDiffer({ description, imageSide }: Examined): string | null {
  const side = sideOf(description)
  if (side === null || imageSide === null || side === imageSide) return null
  return `The images are of the ${imageSide} side, the study description says ${side}.`
}

/** Values that leave open what is on a side. */
const notExamined = /^(?:\(?not\b|n\/a\b|-{1,3}$)/iu

/** Returns what is wrong with the value of a field whose label names a side: it was not examined, or the value names the other one. */
export function inSidedField(label: string, text: string, examined: Sided | null): Warning[] {
  const side = sideOfLabel(label)
  if (side === null || examined?.side === side || notExamined.test(text.trim())) return []
  if (examined) return [{ from: 0, to: text.length, message: `${label} is filled in, ${examined.of}.` }]
  return ofOtherSide(text, { side, of: `under “${label}”` }, true)
}

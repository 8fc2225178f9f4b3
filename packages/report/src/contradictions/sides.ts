import {
  bothSides,
  isLabelAlone,
  isPlain,
  labelledSides,
  type Side,
  saysNormal,
  sideWords as sideNames,
  sideOf,
} from './clause-words.ts'
import { findPhrases, type ReadText } from './clauses.ts'
import { split, statedPart } from './facts/abnormal-signs.ts'
import { type Contradiction, clash, overlaps, type ReportTexts, type Said, shown } from './said.ts'
import { type Concept, denies, sites } from './terms.ts'

const saysSide = (words: string, side: string) =>
  words
    .toLowerCase()
    .split(/[^a-z]+/)
    .includes(side)

const isRelated = (one: Concept, other: Concept) => denies(one, other) || denies(other, one)

/** Finds concepts with one side in the findings, and only the other in the impression. */
export function sides(said: readonly Said[], { clauses }: ReadText): Contradiction[] {
  // A finding of the same place and side may have another name there.
  const isNamed = (at: Said) =>
    clauses.some(
      (clause) =>
        sideOf(clause)?.side === at.side &&
        isPlain(clause) &&
        !saysNormal(clause) &&
        findPhrases(clause, sites).some(({ name }) => at.sites.includes(name)),
    )
  const present = said.filter(({ is, side }) => is === 'present' && side !== null)
  return present
    .filter(({ part, side }) => part === 'impression' && side !== 'both')
    .flatMap((at) => {
      const others = present.filter(({ part, concept }) => part === 'findings' && isRelated(concept, at.concept))
      const [other] = others
      // A list may have the other side in the same sentence.
      const isOther = others.every(
        (one) => one.side !== at.side && one.side !== 'both' && overlaps(one, at) && !saysSide(one.words, at.side ?? ''),
      )
      return other && isOther && !isNamed(at) ? [clash('side', at, other)] : []
    })
}

const marks = new Set([',', ':', '('])

/** Finds what the impression has on both sides, and the findings on one, denied on the other or without a word of it. */
export function bothOfOne(said: readonly Said[], { clauses }: ReadText): Contradiction[] {
  const present = said.filter(({ is }) => is === 'present')
  return present
    .filter(({ part, side, words }) => part === 'impression' && side === 'both' && /\bbilateral/iu.test(words))
    .flatMap((at) => {
      const [other, ...more] = present.filter(({ part, concept }) => part === 'findings' && isRelated(concept, at.concept))
      if (!other || other.side === null || other.side === 'both' || more.some(({ side }) => side !== other.side)) return []
      const isMore = clauses.some((clause) =>
        split(clause, marks).some((part) => {
          const isOther = part.some(
            ({ word }) => bothSides.has(word) || (sideNames.has(word) && sideNames.get(word) !== other.side),
          )
          return isOther && statedPart(part).length === part.length && !saysNormal(part)
        }),
      )
      return isMore || !overlaps(at, other) ? [] : [clash('side', at, other)]
    })
}

const sideWord =
  /\b(left|right|bilateral(?:ly)?|both)\b(?![- ](?:ventric|atri|heart|coronary|hepatic|lobe of|axis|bundle|colon|portal|lateral decubitus|anterior oblique|paratracheal|colic))/giu

/** Only one side in the findings, and only the other in the impression. */
export function sideWords({ isOneSided, findings, impression }: ReportTexts): Contradiction[] {
  const of = (text: string) => [...text.matchAll(sideWord)]
  const names = (matches: RegExpMatchArray[]) => [...new Set(matches.map(([word]) => word.toLowerCase()))]
  const [found, concluded] = [of(findings), of(impression)]
  const [own, other] = [names(concluded), names(found)]
  const [at] = concluded
  if (isOneSided) return []
  if (own.length !== 1 || other.length !== 1 || own[0] === other[0] || !at) return []
  if (![own[0], other[0]].every((side) => side === 'left' || side === 'right')) return []
  const from = at.index ?? 0
  const message = `Impression says ${shown(at[0])}, Findings say only ${shown(other[0] ?? '')}.`
  return [{ kind: 'side', part: 'impression', from, to: from + at[0].length, message }]
}

/** A side of the impression, and the words of the findings that call it normal. */
export type NormalSide = { from: number; to: number; words: Side; other: string }

/** Returns the sides that the impression finds something on although the findings call them normal, and only the other side is not. */
export function normalSides({ text: findings, clauses }: ReadText, impression: ReadText): NormalSide[] {
  const labels = labelledSides(findings, clauses)
  const sided = clauses.flatMap((clause, index) => {
    const side = sideOf(clause)?.side ?? labels[index]
    return side && !isLabelAlone(clause) ? [{ clause, side }] : []
  })
  const normal = new Map<Side, string>()
  for (const side of ['left', 'right'] as const) {
    const own = sided.filter((one) => one.side === side)
    const [first] = own
    const isOtherAbnormal = sided.some((one) => one.side !== side && !saysNormal(one.clause))
    if (first && isOtherAbnormal && own.every(({ clause }) => saysNormal(clause)))
      normal.set(side, findings.slice(first.clause[0]?.from ?? 0, first.clause.at(-1)?.to ?? 0))
  }
  return impression.clauses.flatMap((clause) => {
    const own = sideOf(clause)
    const other = own && normal.get(own.side)
    const token = own && clause[own.place]
    return other && token && isPlain(clause) && !saysNormal(clause)
      ? [{ from: token.from, to: token.to, words: own.side, other }]
      : []
  })
}

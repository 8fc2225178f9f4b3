import { assertionsIn, statedIn } from './assertions.ts'
import { adviceAgainst, type Category, categoriesIn } from './categories.ts'
import { otherChanges } from './change.ts'
import { sideOf } from './clause-words.ts'
import { clausesOf, findPhrases, type ReadText, readText } from './clauses.ts'
import { contrastAgainst, isOtherContrast } from './contrast.ts'
import { withoutEarlier } from './earlier.ts'
import { split } from './facts/abnormal-signs.ts'
import { bothSexes } from './facts/both-sexes.ts'
import { calledNormal } from './facts/called-normal.ts'
import { otherCounts } from './facts/counts.ts'
import { noPrior } from './facts/no-prior.ts'
import { otherReadings, otherSideMeasures } from './facts/numbers.ts'
import { opposites, otherGrades } from './facts/opposites.ts'
import { removedOrgans } from './facts/removed-organs.ts'
import { type Clash, sentencesOf } from './facts/sentences.ts'
import { generalDenials } from './general-denials.ts'
import { abnormalMeasures, wideHearts } from './measures.ts'
import { normalFields } from './normal-fields.ts'
import { otherPlaces } from './places.ts'
import { type Contradiction, clash, type Kind, type ReportTexts, type Said, saidIn, says, shown } from './said.ts'
import { sameWords } from './same-words.ts'
import { bothOfOne, normalSides, sides, sideWords } from './sides.ts'
import { otherSizes } from './sizes.ts'
import { denies, partsOf, sites } from './terms.ts'

/** Reports whether one statement denies another. A denial that names no side or site holds for all of them, else for those that it names. */
const isDenied = (absent: Said, present: Said, isOneSided: boolean) =>
  denies(absent.concept, present.concept) &&
  !present.sites.some((site) => absent.elsewhere?.has(site)) &&
  !(absent.isAcute && present.isLasting) &&
  (absent.side === null || absent.side === 'both' || absent.side === present.side || (isOneSided && present.side === null)) &&
  absent.sites.every((site) => present.sites.includes(site) || partsOf.get(site)?.some((part) => present.sites.includes(part)))

/** The later of two statements is marked: it is what was written last, as a rule. */
const later = (one: Said, other: Said): [Said, Said] =>
  one.part === other.part
    ? one.from > other.from
      ? [one, other]
      : [other, one]
    : one.part === 'impression'
      ? [one, other]
      : [other, one]

function presence(said: readonly Said[]): Contradiction[] {
  const isOneSided = new Set(said.flatMap(({ side }) => side ?? [])).size === 1
  const present = said.filter(({ is }) => is === 'present')
  return said
    .filter(({ is }) => is === 'absent')
    .flatMap((absent) => {
      const against = present.find((one) => isDenied(absent, one, isOneSided))
      return against ? [clash('presence', ...later(absent, against))] : []
    })
}

/** A line that denies what its label names: `Heel spur: none`. */
const deniedLabel = /^([^\n:.,;()]{3,60}): none$/gimu

/** More fields than any template has. */
const mostLabels = 40

/** Finds labels of the findings that are denied there and stated in the impression. Labels of known findings are compared with those. */
function labels(findings: string, { text: impression, clauses }: ReadText): Contradiction[] {
  return [...findings.matchAll(deniedLabel)].slice(0, mostLabels).flatMap(([denied, label = '']) => {
    const read = readText(label)
    const [name] = read.clauses
    const [stated] = name && assertionsIn(read).length === 0 ? statedIn(clauses, name) : []
    if (!stated) return []
    const { from, to, quote } = stated
    const message = `Impression says ${shown(impression.slice(quote.from, quote.to))}, findings say ${shown(denied)}.`
    return [{ kind: 'presence', part: 'impression', from, to, message }]
  })
}

const highest = (categories: readonly Category[], system: string): Category | undefined =>
  categories.filter((one) => one.system === system).toSorted((a, b) => b.value - a.value)[0]

/** The one side that the sentence of a category is about. */
function sideOfCategory(text: string, { from, to }: Category): string | null {
  const clause = clausesOf(text).find((one) => (one[0]?.from ?? 0) <= from && (one.at(-1)?.to ?? 0) >= to)
  const part = clause && split(clause, commas).find((some) => some.some((token) => token.to > from && token.from < to))
  return clause && part ? ((sideOf(part) ?? sideOf(clause))?.side ?? null) : null
}
const commas = new Set([','])
const isOtherSide = (text: string, one: Category, otherText: string, other: Category): boolean => {
  const [side, otherSide] = [sideOfCategory(text, one), sideOfCategory(otherText, other)]
  return side !== null && otherSide !== null && side !== otherSide
}

/** Another highest category in the impression than in the findings, or advice that does not go with it. */
function categories({ findings, impression, recommendation }: ReportTexts): Contradiction[] {
  const [found, concluded] = [categoriesIn(findings), categoriesIn(impression)]
  const systems = [...new Set([...found, ...concluded].map(({ system }) => system))]
  return systems.flatMap((system): Contradiction[] => {
    const [own, other] = [highest(concluded, system), highest(found, system)]
    if (own && other && own.value !== other.value && !isOtherSide(impression, own, findings, other)) {
      const [words, others] = [impression.slice(own.from, own.to), findings.slice(other.from, other.to)]
      const message = `Impression says ${shown(words)}, Findings say ${shown(others)}.`
      return [{ kind: 'category', part: 'impression', from: own.from, to: own.to, message }]
    }
    const category = own ?? other
    if (!category) return []
    const words = own ? impression.slice(category.from, category.to) : findings.slice(category.from, category.to)
    const parts = [
      ['impression', impression],
      ['recommendation', recommendation],
      ['findings', findings],
    ] as const
    for (const [part, text] of parts) {
      const against = adviceAgainst(category, text, `${findings}\n${impression}`)
      if (against) {
        const message = `${shown(text.slice(against.from, against.to))} does not go with ${shown(words)}.`
        return [{ kind: 'category', part, from: against.from, to: against.to, message }]
      }
    }
    return []
  })
}

const measures = (findings: ReadText, impression: ReadText): Contradiction[] => [
  ...wideHearts(findings.text, impression.text).map(({ percent, from, to }): Contradiction => {
    return { kind: 'category', part: 'findings', from, to, message: `A heart of ${percent} % of the chest is called normal.` }
  }),
  ...abnormalMeasures(findings, impression).map(
    ({ organ, millimetres, from, to }): Contradiction => ({
      kind: 'category',
      part: 'findings',
      from,
      to,
      message: `${shown(organ)} of ${millimetres} mm is called normal.`,
    }),
  ),
]

function contrast({ technique, description, findings, impression }: ReportTexts): Contradiction[] {
  const given = { with: 'after contrast', without: 'without contrast' }
  const parts = [
    ['findings', findings],
    ['impression', impression],
  ] as const
  const against = parts.flatMap(([part, text]) =>
    contrastAgainst(technique, description, text)
      .slice(0, 1)
      .map(({ from, to, given: how }): Contradiction => {
        const message = `${shown(text.slice(from, to))} in an examination ${given[how]}.`
        return { kind: 'contrast', part, from, to, message }
      }),
  )
  if (!isOtherContrast(technique, description)) return against
  const message = 'Technique and study description differ on contrast.'
  return [{ kind: 'contrast', part: 'technique', from: 0, to: technique.length, message }, ...against]
}

/** Words of the impression at a place, and the words of the findings, or of the impression itself, that differ. */
type Pair = { from: number; to: number; words: string; other: string; isOwn?: boolean }

const against = (kind: Kind, pairs: readonly Pair[]): Contradiction[] =>
  pairs.map(({ from, to, words, other, isOwn = false }) => ({
    kind,
    part: 'impression',
    from,
    to,
    message: `Impression says ${shown(words)}, ${isOwn ? 'and' : 'findings say'} ${shown(other)}.`,
  }))

/** Sentences that do not go with another one of the report. */
const beside = (kind: Kind, clashes: readonly Clash[]): Contradiction[] =>
  clashes.map(({ part, from, to, words, other }) => {
    return { kind, part, from, to, message: `${shown(words)} does not go with ${shown(other)}.` }
  })

/** Finds statements that go against the facts of the report: what was removed, counted, measured or called normal. */
function facts(findings: ReadText, impression: ReadText, comparison: string): Contradiction[] {
  const sentences = sentencesOf(findings, impression)
  return [
    ...beside('presence', calledNormal(sentences)),
    ...beside('presence', removedOrgans(sentences)),
    ...beside('presence', bothSexes(sentences)),
    ...beside('presence', opposites(sentences)),
    ...beside('category', otherGrades(sentences)),
    ...beside('category', otherReadings(sentences)),
    ...beside('size', otherCounts(sentences)),
    ...beside('side', otherSideMeasures(sentences)),
    ...beside('change', noPrior(sentences, comparison)),
  ]
}

/** Finds what the impression says otherwise than the findings, by rules that know no single concept. */
function otherwise(
  said: readonly Said[],
  { technique, comparison, findings: written }: ReportTexts,
  findings: ReadText,
  impression: ReadText,
): Contradiction[] {
  const isConcluded = ({ part, is }: Said) => part === 'impression' && is === 'present'
  const isStated = ({ part, is }: Said) => (part === 'findings' ? is === 'present' : is === 'absent')
  return [
    ...against('side', normalSides(findings, impression)),
    ...against('presence', generalDenials(said.filter(isStated), said.filter(isConcluded), findings, impression)),
    ...against('presence', sameWords(findings, impression)),
    ...normalFields(findings, impression).map(({ part, from, to, words, other }): Contradiction => {
      return { kind: 'presence', part, from, to, message: `${says[part]} ${shown(words)}, findings say ${shown(other)}.` }
    }),
    ...against('place', otherPlaces(findings, impression, [technique, comparison].map(readText))),
    ...against('change', otherChanges(findings, impression)),
    // A size may be that of an earlier examination.
    ...against('size', otherSizes(findings.text, impression.text, [technique, comparison, written])),
  ]
}

/** Characters of a section that are compared: several times what the longest reports have, so that a text of any length keeps nobody waiting. */
const mostCompared = 20_000

/**
 * Returns statements of a report that contradict each other (docs/decisions/reading/contradictions.md). It is about words: the signer decides.
 * English alone; takes time in proportion to the text, and reads `mostCompared` characters of each section.
 */
export function contradictionsOf(report: ReportTexts): Contradiction[] {
  const cut = (text: string) => text.slice(0, mostCompared)
  const texts: ReportTexts = {
    description: cut(report.description),
    isOneSided: report.isOneSided,
    technique: cut(report.technique),
    comparison: cut(report.comparison),
    findings: withoutEarlier(cut(report.findings)),
    impression: withoutEarlier(cut(report.impression)),
    recommendation: cut(report.recommendation),
  }
  const [findings, impression] = [readText(texts.findings), readText(texts.impression)]
  const described = [
    ...new Set(clausesOf(texts.description).flatMap((clause) => findPhrases(clause, sites).map(({ name }) => name))),
  ]
  // The only place of an examination is where everything is that names no place.
  const place = described.length === 1 ? described : []
  const said = [...saidIn('findings', findings, place), ...saidIn('impression', impression, place)]
  const ofSides = sides(said, findings)
  const all = [
    ...presence(said),
    ...labels(texts.findings, impression),
    ...bothOfOne(said, findings),
    ...(ofSides.length > 0 ? ofSides : sideWords(texts)),
    ...otherwise(said, { ...texts, findings: cut(report.findings) }, findings, impression),
    ...categories(texts),
    ...measures(findings, impression),
    ...contrast(texts),
  ]
  // Words that a rule asks about are not asked about again.
  for (const one of facts(findings, impression, texts.comparison))
    if (!all.some(({ part, from, to }) => part === one.part && from < one.to && one.from < to)) all.push(one)
  return [...new Map(all.toReversed().map((one) => [one.message, one])).values()].toReversed()
}

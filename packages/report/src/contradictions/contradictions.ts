import { type Assertion, assertionsIn, statedIn } from './assertions.ts'
import { adviceAgainst, type Category, categoriesIn } from './categories.ts'
import { otherChanges } from './change.ts'
import { sideOf } from './clause-words.ts'
import { clausesOf, findPhrases, type ReadText, readText } from './clauses.ts'
import { contrastAgainst, isOtherContrast } from './contrast.ts'
import { withoutEarlier } from './earlier.ts'
import { generalDenials } from './general-denials.ts'
import { abnormalMeasures, wideHearts } from './measures.ts'
import { normalFields } from './normal-fields.ts'
import { normalSides } from './normal-sides.ts'
import { otherPlaces } from './places.ts'
import { sameWords } from './same-words.ts'
import { otherSizes } from './sizes.ts'
import { type Concept, denies, normalStudy, partsOf, significant, sites } from './terms.ts'

/** The parts of a report that are compared; an empty text if it has none. */
export type ReportTexts = {
  description: string
  /** The examination is of one side: words of the other are marked elsewhere. */
  isOneSided: boolean
  technique: string
  comparison: string
  findings: string
  impression: string
  recommendation: string
}

type Part = 'technique' | 'findings' | 'impression' | 'recommendation'

/** Two statements that do not go together: what was found, in which part and if in its text, and why. */
export type Contradiction = { kind: Kind; part: Part; from: number; to: number; message: string }
export type Kind = 'presence' | 'side' | 'place' | 'size' | 'change' | 'category' | 'contrast'

type Said = Assertion & { part: 'findings' | 'impression'; words: string }

const says = { findings: 'Findings say', impression: 'Impression says' } as const
/** Longer quotations are cut. */
const longestQuote = 70

function shown(words: string): string {
  const text = words.trim().replace(/\.$/, '')
  return text.length > longestQuote ? `“${text.slice(0, longestQuote)}…”` : `“${text}”`
}

const overlaps = (one: Said, other: Said) =>
  one.sites.length === 0 || other.sites.length === 0 || one.sites.some((site) => other.sites.includes(site))

/** More different statements than any report makes. */
const mostStatements = 300

/** Returns the statements of a part, each once, without the place that the examination is of (`described`). */
function saidIn(part: Said['part'], read: ReadText, described: readonly string[]): Said[] {
  const statements = new Map<string, Said>()
  for (const assertion of assertionsIn(read)) {
    const { concept, is, side, size, isAcute, isLasting, quote } = assertion
    const sites = assertion.sites.filter((site) => !described.includes(site))
    const name = [concept, is, side, sites, size, isAcute, isLasting].join()
    if (statements.size < mostStatements && !statements.has(name))
      statements.set(name, Object.assign(assertion, { sites, part, words: read.text.slice(quote.from, quote.to) }))
  }
  return [...statements.values()]
}

/** Reports whether one statement denies another. A denial that names no side or site holds for all of them, else for those that it names. */
const isDenied = (absent: Said, present: Said, isOneSided: boolean) =>
  denies(absent.concept, present.concept) &&
  !present.sites.some((site) => absent.elsewhere?.has(site)) &&
  !(absent.isAcute && present.isLasting) &&
  (absent.side === null || absent.side === 'both' || absent.side === present.side || (isOneSided && present.side === null)) &&
  absent.sites.every((site) => present.sites.includes(site) || partsOf.get(site)?.some((part) => present.sites.includes(part)))

const clash = (kind: Kind, at: Said, other: Said): Contradiction => ({
  kind,
  part: at.part,
  from: at.from,
  to: at.to,
  message: `${says[at.part]} ${shown(at.words)}, ${says[other.part].toLowerCase()} ${shown(other.words)}.`,
})

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

/** A nodule of this size, in millimetres, is no normal study. */
const notableNodule = 10

/** Words for a whole examination: whoever calls it normal found nothing. */
const wholeStudy =
  /\b(?:study|examination|exam|scan|ct|mri?|mra|radiographs?|x-?rays?|ultrasound|ecg|ekg|electrocardiogram|mammograms?|mammography)\b/iu
/** A normal brain leaves the skull open. */
const ofBrain = /\bbrain\b/iu

/** Finds an examination that the impression calls normal, beside a disease in the same impression. */
function normalAndIll(said: readonly Said[], impression: string): Contradiction[] {
  const match = normalStudy.exec(impression)
  if (!match || !wholeStudy.test(match[0])) return []
  const ill = said.find(
    ({ is, part, concept, isLasting, from }) =>
      is === 'present' &&
      part === 'impression' &&
      !isLasting &&
      significant.has(concept) &&
      from > match[0].length &&
      !(concept === 'fracture' && ofBrain.test(match[0])),
  )
  if (!ill) return []
  const at = { ...ill, words: match[0], from: match.index, to: match.index + match[0].length }
  return [clash('presence', ill, at)]
}

function normal(said: readonly Said[], impression: string): Contradiction[] {
  const match = normalStudy.exec(impression)
  const against = said.find(
    ({ is, part, concept, size: measured }) =>
      is === 'present' &&
      part === 'findings' &&
      (significant.has(concept) || (concept === 'nodule' && (measured ?? 0) >= notableNodule)),
  )
  if (!match || !against || said.some(({ is, part }) => is === 'present' && part === 'impression')) return []
  const words = match[0]
  const at = { ...against, part: 'impression' as const, words, from: match.index, to: match.index + words.length }
  return [clash('presence', at, against)]
}

const saysSide = (words: string, side: string) =>
  words
    .toLowerCase()
    .split(/[^a-z]+/)
    .includes(side)

const isRelated = (one: Concept, other: Concept) => denies(one, other) || denies(other, one)

/** Finds concepts with one side in the findings, and only the other in the impression. */
function sides(said: readonly Said[]): Contradiction[] {
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
      return other && isOther ? [clash('side', at, other)] : []
    })
}

const sideWord =
  /\b(left|right|bilateral(?:ly)?|both)\b(?![- ](?:ventric|atri|heart|coronary|hepatic|lobe of|axis|bundle|colon|portal|lateral decubitus|anterior oblique|paratracheal|colic))/giu

/** Only one side in the findings, and only the other in the impression. */
function sideWords({ isOneSided, findings, impression }: ReportTexts): Contradiction[] {
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

const highest = (categories: readonly Category[], system: string): Category | undefined =>
  categories.filter((one) => one.system === system).toSorted((a, b) => b.value - a.value)[0]

/** The one side that the sentence of a category is about. */
function sideOfCategory(text: string, { from, to }: Category): string | null {
  const clause = clausesOf(text).find((one) => (one[0]?.from ?? 0) <= from && (one.at(-1)?.to ?? 0) >= to)
  return clause ? (sideOf(clause)?.side ?? null) : null
}
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

/** Finds what the impression says otherwise than the findings, by rules that know no single concept. */
function otherwise(
  said: readonly Said[],
  { technique, comparison, findings: written }: ReportTexts,
  findings: ReadText,
  impression: ReadText,
): Contradiction[] {
  const isStated = ({ part, is }: Said) => (part === 'findings' ? is === 'present' : is === 'absent')
  return [
    ...against('side', normalSides(findings, impression)),
    ...against('presence', generalDenials(said.filter(isStated), findings, impression)),
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
  const ofSides = sides(said)
  const all = [
    ...presence(said),
    ...normal(said, texts.impression),
    ...normalAndIll(said, texts.impression),
    ...labels(texts.findings, impression),
    ...(ofSides.length > 0 ? ofSides : sideWords(texts)),
    ...otherwise(said, { ...texts, findings: cut(report.findings) }, findings, impression),
    ...categories(texts),
    ...measures(findings, impression),
    ...contrast(texts),
  ]
  return [...new Map(all.toReversed().map((one) => [one.message, one])).values()].toReversed()
}

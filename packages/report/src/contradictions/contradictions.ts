import { type Assertion, assertionsIn, statedIn } from './assertions.ts'
import { adviceAgainst, type Category, categoriesIn } from './categories.ts'
import { clausesOf } from './clauses.ts'
import { contrastAgainst, isOtherContrast } from './contrast.ts'
import { abnormalMeasures } from './measures.ts'
import { denies, normalStudy, significant } from './terms.ts'

/** The parts of a report that are compared; an empty text if it has none. */
export type ReportTexts = {
  description: string
  technique: string
  findings: string
  impression: string
  recommendation: string
}

type Part = 'technique' | 'findings' | 'impression' | 'recommendation'

/** Two statements that do not go together: what was found, in which part and if in its text, and why. */
export type Contradiction = { kind: Kind; part: Part; from: number; to: number; message: string }
export type Kind = 'presence' | 'side' | 'size' | 'category' | 'contrast'

type Said = Assertion & { part: 'findings' | 'impression'; words: string }

const says = { findings: 'Findings say', impression: 'Impression says' } as const
/** Longer quotations are cut. */
const longestQuote = 70

function shown(words: string): string {
  const text = words.trim()
  return text.length > longestQuote ? `“${text.slice(0, longestQuote)}…”` : `“${text}”`
}

const isWithin = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one))
const overlaps = (one: Said, other: Said) =>
  one.sites.length === 0 || other.sites.length === 0 || one.sites.some((site) => other.sites.includes(site))

/** More different statements than any report makes. */
const mostStatements = 300

/** Returns the statements of a part, each once. */
function saidIn(part: Said['part'], text: string): Said[] {
  const statements = new Map<string, Said>()
  for (const assertion of assertionsIn(text)) {
    const { concept, is, side, sites, size, quote } = assertion
    const name = [concept, is, side, sites, size].join()
    if (statements.size < mostStatements && !statements.has(name))
      statements.set(name, Object.assign(assertion, { part, words: text.slice(quote.from, quote.to) }))
  }
  return [...statements.values()]
}

/** Reports whether one statement denies another. A denial that names no side or site holds for all of them, else for those that it names. */
const isDenied = (absent: Said, present: Said) =>
  denies(absent.concept, present.concept) &&
  (absent.side === null || absent.side === present.side || absent.side === 'both') &&
  isWithin(absent.sites, present.sites)

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
  const present = said.filter(({ is }) => is === 'present')
  return said
    .filter(({ is }) => is === 'absent')
    .flatMap((absent) => {
      const against = present.find((one) => isDenied(absent, one))
      return against ? [clash('presence', ...later(absent, against))] : []
    })
}

/** A line that denies what its label names: `Heel spur: none`. */
const deniedLabel = /^([^\n:.,;()]{3,60}): none$/gimu

/** More fields than any template has. */
const mostLabels = 40

/** Finds labels of the findings that are denied there and stated in the impression. Labels of known findings are compared with those. */
function labels(findings: string, impression: string): Contradiction[] {
  const clauses = clausesOf(impression)
  return [...findings.matchAll(deniedLabel)].slice(0, mostLabels).flatMap(([denied, label = '']) => {
    const [name] = clausesOf(label)
    const [stated] = name && assertionsIn(label).length === 0 ? statedIn(clauses, name) : []
    if (!stated) return []
    const { from, to, quote } = stated
    const message = `Impression says ${shown(impression.slice(quote.from, quote.to))}, findings say ${shown(denied)}.`
    return [{ kind: 'presence', part: 'impression', from, to, message }]
  })
}

function normal(said: readonly Said[], impression: string): Contradiction[] {
  const match = normalStudy.exec(impression)
  const against = said.find(({ is, part, concept }) => is === 'present' && part === 'findings' && significant.has(concept))
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

/** Finds concepts with one side in the findings, and only the other in the impression. */
function sides(said: readonly Said[]): Contradiction[] {
  const present = said.filter(({ is, side }) => is === 'present' && side !== null)
  return present
    .filter(({ part, side }) => part === 'impression' && side !== 'both')
    .flatMap((at) => {
      const others = present.filter(({ part, concept }) => part === 'findings' && concept === at.concept)
      const [other] = others
      // A list may have the other side in the same sentence.
      const isOther = others.every(
        (one) => one.side !== at.side && one.side !== 'both' && overlaps(one, at) && !saysSide(one.words, at.side ?? ''),
      )
      return other && isOther ? [clash('side', at, other)] : []
    })
}

const sideWord =
  /\b(left|right|bilateral(?:ly)?|both)\b(?![- ](?:ventric|atri|heart|coronary|hemidiaphragm|hepatic|lobe of|axis|bundle|colon|portal|lateral decubitus|anterior oblique|paratracheal|colic))/giu

/** Only one side in the findings, and only the other in the impression. */
function sideWords(findings: string, impression: string): Contradiction[] {
  const of = (text: string) => [...text.matchAll(sideWord)]
  const names = (matches: RegExpMatchArray[]) => [...new Set(matches.map(([word]) => word.toLowerCase()))]
  const [found, concluded] = [of(findings), of(impression)]
  const [own, other] = [names(concluded), names(found)]
  const [at] = concluded
  if (own.length !== 1 || other.length !== 1 || own[0] === other[0] || !at) return []
  if (![own[0], other[0]].every((side) => side === 'left' || side === 'right')) return []
  const from = at.index ?? 0
  const message = `Impression says ${shown(at[0])}, Findings say only ${shown(other[0] ?? '')}.`
  return [{ kind: 'side', part: 'impression', from, to: from + at[0].length, message }]
}

const sizesOf = (said: readonly Said[]) => [...new Set(said.flatMap(({ size }) => size ?? []))]
const isClose = (one: number, other: number) => Math.abs(one - other) <= Math.max(1, 0.1 * Math.max(one, other))

/** One size of a concept in the findings, and another in the impression. */
function sizes(said: readonly Said[], findings: string): Contradiction[] {
  const all = [...findings.matchAll(/(\d{1,4}(?:[.,]\d{1,3})?) ?(?:x ?\d{1,4}(?:[.,]\d{1,3})? ?){0,2}(mm|cm)\b/giu)]
  const anywhere = all.map(([, value = '', unit]) => Number(value.replace(',', '.')) * (unit?.toLowerCase() === 'cm' ? 10 : 1))
  return said
    .filter(({ is, part, size }) => is === 'present' && part === 'impression' && size !== null)
    .flatMap((at) => {
      const others = said.filter(
        (one) =>
          one.is === 'present' && one.part === 'findings' && one.concept === at.concept && one.size !== null && overlaps(one, at),
      )
      const [other] = others
      const size = at.size ?? 0
      const isKnown = [...sizesOf(others), ...anywhere].some((one) => isClose(one, size))
      return other && sizesOf(others).length === 1 && !isKnown ? [clash('size', at, other)] : []
    })
}

const highest = (categories: readonly Category[], system: string): Category | undefined =>
  categories.filter((one) => one.system === system).toSorted((a, b) => b.value - a.value)[0]

/** Another highest category in the impression than in the findings, or advice that does not go with it. */
function categories({ findings, impression, recommendation }: ReportTexts): Contradiction[] {
  const [found, concluded] = [categoriesIn(findings), categoriesIn(impression)]
  const systems = [...new Set([...found, ...concluded].map(({ system }) => system))]
  return systems.flatMap((system): Contradiction[] => {
    const [own, other] = [highest(concluded, system), highest(found, system)]
    if (own && other && own.value !== other.value) {
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
      const against = adviceAgainst(category, text)
      if (against) {
        const message = `${shown(text.slice(against.from, against.to))} does not go with ${shown(words)}.`
        return [{ kind: 'category', part, from: against.from, to: against.to, message }]
      }
    }
    return []
  })
}

const measures = ({ findings, impression }: ReportTexts): Contradiction[] =>
  abnormalMeasures(findings, impression).map(({ organ, millimetres, from, to }) => ({
    kind: 'category',
    part: 'findings',
    from,
    to,
    message: `${shown(organ)} of ${millimetres} mm is called normal.`,
  }))

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

/**
 * Returns statements of a report that contradict each other (docs/decisions/reading/contradictions.md). It is about words: the signer decides.
 * English alone; takes time in proportion to the text.
 */
export function contradictionsOf(texts: ReportTexts): Contradiction[] {
  const said = [...saidIn('findings', texts.findings), ...saidIn('impression', texts.impression)]
  const ofSides = sides(said)
  const all = [
    ...presence(said),
    ...normal(said, texts.impression),
    ...labels(texts.findings, texts.impression),
    ...(ofSides.length > 0 ? ofSides : sideWords(texts.findings, texts.impression)),
    ...sizes(said, texts.findings),
    ...categories(texts),
    ...measures(texts),
    ...contrast(texts),
  ]
  return all.filter(({ message }, index) => all.findIndex((one) => one.message === message) === index)
}

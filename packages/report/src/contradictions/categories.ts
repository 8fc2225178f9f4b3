import { isExcepted } from './assertions.ts'
import { clausesOf, wordsOf } from './clauses.ts'

/** A category of a reporting system that a text names, with its place. */
export type Category = { system: string; value: number; from: number; to: number }

const roman = new Map([
  ['i', 1],
  ['ii', 2],
  ['iif', 2.5],
  ['iii', 3],
  ['iv', 4],
  ['v', 5],
])

type System = {
  name: string
  /** Its first group is the category. */
  pattern: RegExp
  /** Up to here nothing is to be done; words that say otherwise contradict it. */
  benignTo: number
  /** From here it is not benign; words that say so contradict it. */
  suspiciousFrom: number
}

const work =
  /\b(?:biops(?:y|ies)(?![- ](?:clip|marker|site|scar|cavity|proven))|fna|fine[- ]needle|tissue (?:sampling|diagnosis)|aspiration|surgical (?:excision|referral|opinion)|highly suspicious|suspicious for malignancy|resection|pet[-/ ]ct|spiculated|irregular mass|suspicious (?:grouped |clustered )?(?:mass|lesion|(?:micro)?calcifications?))\b/giu
const rest =
  /\b(?:routine (?:screening|follow-up|mammograph(?:y|ic))|annual (?:screening|mammograph(?:y|ic)|mammogram|low-dose)|needing no follow[- ]?up|no (?:further )?follow[- ]?up (?:is |imaging is )?(?:required|needed|necessary)|clinically significant (?:cancer|disease) (?:is )?(?:highly )?unlikely)\b/giu
/** Words for what is benign: beside a suspicious lesion they are about another one. */
const harmless =
  /\b(?:benign (?:finding|findings|appearance|appearances)|simple cyst|no suspicious (?:finding|findings|lesion|lesions|mass))\b/giu
const suspicious =
  /\b(?:suspicious|spiculated|irregular|microlobulated|indistinct|ill-defined|taller[- ]than[- ]wide|punctate echogenic|extrathyroidal|washout|thick(?:ened)? (?:enhancing |irregular )*(?:sept|wall)\w*|enhancing (?:nodul|sept|solid|mass)\w*|solid (?:enhancing )?(?:mass|nodule|component)|restricted diffusion|pleomorphic|branching|new cluster|distortion)\b/giu
/** Words before advice that take it back, in the same sentence. */
const denials = wordsOf(
  'no, not, without, nor, if, unless, than, avoid, instead, benign, site, clip, history, previous, previously, earlier, prior, before, after, following, post, s/p',
)

/** Reports whether the words at a place are denied or of another time, by the words before them in their sentence, or by an exception behind them. */
function isDenied(text: string, { from, to }: { from: number; to: number }): boolean {
  const before = text.slice(Math.max(0, from - 60), from)
  const start = Math.max(...['.', ';', '\n'].map((mark) => before.lastIndexOf(mark))) + 1
  const [own = []] = clausesOf(text.slice(from, to + 120))
  return clausesOf(before.slice(start)).some((clause) => clause.some(({ word }) => denials.has(word))) || isExcepted(own)
}

const find = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)]
    .map(({ index, 0: words }) => ({ from: index, to: index + words.length }))
    .find((place) => !isDenied(text, place))

const separator = '(?:[:\\s-]|category|cat\\.?|score|assessment|classification|of|is|=|lesion|grade|type){0,6}'
const system = (name: string, names: string, values: string, benignTo: number, suspiciousFrom: number): System => ({
  name,
  pattern: new RegExp(`\\b(?:${names})${separator}(${values})(?![\\d/]|\\.\\d|\\p{L}{2})`, 'giu'),
  benignTo,
  suspiciousFrom,
})

/** The systems that name a category by a number: the higher, the more suspicious. */
const systems: readonly System[] = [
  system('BI-RADS', 'bi-?rads|acr category', '[0-6]', 2, 4),
  system('Lung-RADS', 'lung-?rads', '[0-4]', 2, 4),
  system('TI-RADS', '(?:acr )?ti-?rads|tr(?=[1-5])', '[1-5]', 2, 5),
  system('PI-RADS', 'pi-?rads', '[1-5]', 2, 4),
  system('O-RADS', 'o-?rads', '[0-5]', 2, 4),
  system('LI-RADS', 'li-?rads|lr-?(?=[1-5])', '(?:lr-?)?[1-5]', 2, 5),
  system('CAD-RADS', 'cad-?rads', '[0-5]', -1, 99),
  system('Bosniak', 'bosniak', '(?:iif|iii|iv|ii|i|2f|[1-4])', 2, 3),
]
/** Signs that the lowest and the highest categories of a system do not have. */
const signs: Readonly<Record<string, { notBenign?: RegExp; notSuspicious?: RegExp }>> = {
  'BI-RADS': {
    notBenign: /\b(?:irregular(?:,? (?!no |without )[\p{L}-]+){0,4} mass|spiculated|microlobulated|pleomorphic|fine linear)\b/giu,
    notSuspicious: /\bno (?:suspicious )?mass(?:es)?,? [^.\n]{0,40}\b(?:calcifications?|distortion)\b/giu,
  },
  'Lung-RADS': { notBenign: /\bspiculated\b/giu },
  'LI-RADS': { notBenign: /\bwashout\b/giu },
  'TI-RADS': {
    notBenign: /\b(?:taller[- ]than[- ]wide|punctate echogenic foci|extrathyroidal extension)\b/giu,
    notSuspicious: /\b(?:purely cystic|spongiform|entirely cystic)\b/giu,
  },
  'PI-RADS': {
    notBenign:
      /\b(?:(?:extra-?prostatic|extra-?capsular) extension|marked(?:ly)? (?:low ADC|restricted diffusion|hypointense on ADC|diffusion restriction)|focal (?:marked )?diffusion restriction|low ADC)\b/giu,
    notSuspicious: /\bno (?:focal|suspicious) lesion/giu,
  },
  Bosniak: { notBenign: /\benhancing (?:nodules?|solid)\b/giu, notSuspicious: /\bhairline[- ]thin\b/giu },
}
/** Those that have numbers or letters, and no advice that goes with them. */
const scores: readonly System[] = [
  system('AAST', 'aast', '(?:iii|iv|ii|i|v|[1-5])', -1, 99),
  system('Schizas', 'schizas', '[a-d]', -1, 99),
  system('ARCO', 'arco', '(?:iii|iv|ii|i|[1-4])', -1, 99),
  system('Garden', 'garden', '(?:iii|iv|ii|i|[1-4])', -1, 99),
  system('Gartland', 'gartland', '(?:iii|iv|ii|i|[1-4])', -1, 99),
  system('Weber', 'weber', '[a-c]', -1, 99),
  system('Deauville', 'deauville', '[1-5]', -1, 99),
  system('ASPECTS', 'aspects?', '(?:10|[0-9])', -1, 99),
  system('Kellgren', 'kellgren(?:[- ]?(?:and )?lawrence)?', '[0-4]', -1, 99),
  system('Fazekas', 'fazekas', '[0-3]', -1, 99),
  system('Pfirrmann', 'pfirrmann', '(?:iii|iv|ii|i|v|[1-5])', -1, 99),
  system('Salter-Harris', 'salter[- ]harris', '(?:iii|iv|ii|i|v|[1-5])', -1, 99),
]

const letters = new Map([...'abcd'].map((letter, index) => [letter, index + 1]))

const numberOf = (written: string): number => {
  const text = written.toLowerCase().replace(/^lr-?/, '')
  return roman.get(text) ?? letters.get(text) ?? (text === '2f' ? 2.5 : Number(text))
}

/** A BI-RADS category that is not final: more images are asked for. */
const incomplete = 0

/** Before or behind a category these make it one of another time: `previously assigned BI-RADS 3`. */
const formerly =
  /\b(?:previous|previously|prior|formerly|earlier|initially|originally|last|was|were|had been|(?:up|down)graded from)(?: [\p{L}'-]{1,16}){0,3}[ :(]{1,3}$/iu
const formerlyBehind =
  /^\p{L}?\)?,? (?:before|previously|earlier|at that time|on the (?:previous|prior|last)|in (?:19|20)\d\d|last (?:year|time|month))\b/iu
const now = /\b(?:now|today|currently)\b/iu

function isFormer(text: string, from: number, to: number): boolean {
  const words = formerly.exec(text.slice(Math.max(0, from - 70), from))?.[0]
  const isNone = /\b(?:no|not|without|nor)(?: [\p{L}\d-]{1,16}){0,3} $/iu.test(text.slice(Math.max(0, from - 60), from))
  return isNone || (words !== undefined && !now.test(words)) || formerlyBehind.test(text.slice(to, to + 40))
}

/** Returns the categories that a text names, without those of another time. */
export const categoriesIn = (text: string): Category[] =>
  [...systems, ...scores].flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [from, to] = [match.index, match.index + match[0].length]
      return isFormer(text, from, to) ? [] : [{ system: name, value: numberOf(match[1] ?? ''), from, to }]
    }),
  )

/** Advice in a text that does not go with a category: a biopsy of what is benign, or nothing of what is suspicious. `whole` is the text of all lesions. */
export function adviceAgainst(
  { system: name, value }: Category,
  text: string,
  whole: string,
): { from: number; to: number } | null {
  const found = systems.find((one) => one.name === name)
  if (!found || value === incomplete) return null
  const { notBenign, notSuspicious } = signs[name] ?? {}
  if (value <= found.benignTo) return find(work, text) ?? (notBenign ? (find(notBenign, text) ?? null) : null)
  if (value < found.suspiciousFrom) return null
  const sign = notSuspicious && !find(suspicious, whole) ? find(notSuspicious, text) : undefined
  if (sign) return sign
  return find(rest, text) ?? (find(suspicious, whole) ? null : (find(harmless, text) ?? null))
}

import { categoriesIn } from './categories.ts'
import { type Clause, clausesOf, findPhrases, phrasesOf, wordsOf } from './clauses.ts'

/** As far as a text is looked at beside a size. */
const reach = 40

type Size = { millimetres: number; from: number; to: number }

/** A number of a size; that of a level (`L4/5`), of a numbered part or of a counted lesion is none. */
const measure =
  /(?<![\d.,a-wyz]|[a-z]\d{1,2}[/-]|\b(?:segment|grade|type|stage|level|station|zone|image|series|figure|nodule|lesion) (?=\d{1,2}[,:]))(\d{1,4}(?:[.,]\d{1,3})?)(?: ?-?(mm|cm)\b)?/giu
/** Between numbers of one unit: `18, 14 and 12 mm`, `1.2 x 0.8 cm`. */
const joint = /^(?:,|-|–|\/| ?[x×] ?| by | to | and | or |, and )\s?$/iu

/** Behind a measure these make it a rate of growth: `3 mm per year`, `4 mm/yr`. */
const rate =
  /^ ?(?:(?:\/|per|a|an|each|every) ?(?:year|yr|annum|month|mo|week|wk|day)s?\b|p\.?a\b|annually\b|yearly\b|monthly\b|(?:larger|bigger|smaller|growth|of growth)\b)/iu
/** A growth, and the time that it took: `increasing 5 mm in 6 months`. */
const growth =
  /\b(?:grow\w*|grew|increas\w*|expan\w*|enlarg\w*|gain\w*)(?: (?:of|by|about|around|approximately|roughly|some|~))*[ ~]?$/iu
const grown = /\b(?:grow\w*|grew|increas\w*|enlarg\w*)\b/iu
const span =
  /^ ?(?:in|over|within|during)(?: (?:the|last|past|previous|about|a|an|half)){0,3} ?(?:\d{1,2}|one|two|three|four|five|six|nine|twelve)?[ -]?(?:years?|months?|weeks?|days?)\b/iu
const isRate = (before: string, behind: string) => rate.test(behind) || (growth.test(before) && span.test(behind))

/** The measure behind another one, whose unit and time it may share: `3-4 mm per year`. */
type Next = { factor: number; from: number; isRate: boolean }

/** Returns a text with its categories blank: `TR4, 12 mm` has one size. */
function withoutCategories(text: string): string {
  const letters = text.split('')
  for (const { from, to } of categoriesIn(text)) letters.fill(';', from, to)
  return letters.join('')
}

const sizesIn = (written: string): Size[] => {
  const text = withoutCategories(written)
  const sizes: Size[] = []
  let next: Next = { factor: 0, from: 0, isRate: false }
  for (const match of [...text.matchAll(measure)].toReversed()) {
    const [words, value = '', unit] = match
    const [from, to] = [match.index, match.index + words.length]
    const isJoint = !unit && next.factor > 0 && next.from - to <= 6 && joint.test(text.slice(to, next.from))
    const factor = unit ? (unit.toLowerCase() === 'cm' ? 10 : 1) : isJoint ? next.factor : 0
    const isOfRate = unit
      ? isRate(text.slice(Math.max(0, from - reach), from), text.slice(to, to + reach))
      : isJoint && next.isRate
    next = { factor, from, isRate: isOfRate }
    if (factor > 0 && !isOfRate) sizes.push({ millimetres: Number(value.replace(',', '.')) * factor, from, to })
  }
  return sizes.toReversed()
}

/** Words before a size that make it a limit, or one of another time, or of something else than what was found. */
const limit =
  /(?:[<>≤≥±]|\b(?:less than|more than|greater than|smaller than|larger than|under|over|above|below|than|at least|by|within|exceeds?|exceeding|reach(?:es)?|from|previous(?:ly)?|prior|was|were|threshold|slices?|every)) ?(?:\w+ ){0,2}$/iu
/** Words of advice, which speaks of other sizes. */
const advice = /\b(?:if|when|until|unless|should)\b/iu
const isClose = (one: number, other: number) => Math.abs(one - other) <= Math.max(1, 0.1 * Math.max(one, other))

/** Words that are one subject: a size is that of a thing, and of what it is called in other words. */
const subjects = phrasesOf({
  lesion:
    'lesion, mass, nodule, nodular, tumor, tumour, neoplasm, carcinoma, malignancy, metastasis, metastases, cyst, focus, polyp, adenoma, hemangioma, fibroadenoma, fibroid, leiomyoma, myoma, opacity, meningioma, schwannoma, glioma, lipoma, cancer, adenocarcinoma, lymphoma, thrombus',
  node: 'node, lymph node, lymphadenopathy, adenopathy',
  stone:
    'stone, calculus, calculi, nephrolithiasis, ureterolithiasis, urolithiasis, cholelithiasis, gallstone, choledocholithiasis',
  aneurysm: 'aneurysm, aaa, aneurysmal, aorta, aortic, ectasia, ectatic, iliac, dilatation, dilated, dilation',
  collection: 'collection, abscess, hematoma, fluid, seroma, hemorrhage, bleed, bleeding, effusion, empyema, biloma',
  shift: 'midline shift, shift',
})
const generic = wordsOf(
  'measures, measuring, measure, measured, size, sized, about, approximately, maximum, maximal, diameter, largest, large, small, left, right, upper, lower, with, from, into, this, that, which, there, image, series, seen, and, the, has, have, than, medial, lateral, anterior, posterior, long, short, axis, lobe, segment, level, thickness, depth, length, width, additional, single, multiple, suspicious, consistent, compatible, likely, concerning',
)

/** Returns the subject of a size: the words of its clause that name a thing. */
function subjectsOf(clause: Clause): ReadonlySet<string> {
  const known = findPhrases(clause, subjects).map(({ name }) => `${name}:`)
  const words = clause.map(({ word }) => word).filter((word) => /^\p{L}{4,}/u.test(word) && !generic.has(word))
  // Letters that words of one stem begin with: spleen and splenomegaly.
  return new Set([...known, ...words.map((word) => word.slice(0, 4))])
}

/** Returns the subject of the size at a place, with that of the sentence before if its own clause names none. */
const subjectAt = (clauses: readonly Clause[], from: number): ReadonlySet<string> => {
  const at = clauses.findIndex((clause) => (clause[0]?.from ?? 0) <= from && (clause.at(-1)?.to ?? 0) > from)
  const own = subjectsOf(clauses[at] ?? [])
  return own.size > 0 ? own : subjectsOf(clauses[at - 1] ?? [])
}

/** A size of the impression that the findings do not have, and the size that they have instead. */
export type OtherSize = { from: number; to: number; words: string; other: string }

/** More different sizes than any report has. */
const most = 200

/** Returns sizes of the impression that stand nowhere else, if the findings name another size of the same thing. 10 % or 1 mm counts as rounding; units are converted. */
export function otherSizes(findings: string, impression: string, others: readonly string[]): OtherSize[] {
  const found = sizesIn(findings).slice(0, most)
  if (found.length === 0) return []
  const [clauses, concluded] = [clausesOf(findings), clausesOf(impression)]
  const sized = found.map((size) => ({ ...size, of: subjectAt(clauses, size.from) }))
  const known = [...new Set([...found, ...others.flatMap(sizesIn)].map(({ millimetres }) => millimetres))].slice(0, most)
  return sizesIn(impression)
    .slice(0, most)
    .flatMap(({ millimetres, from, to }) => {
      const before = impression.slice(Math.max(0, from - reach), from)
      const sentence =
        impression
          .slice(Math.max(0, from - 3 * reach), from)
          .split(/[.\n]\s/)
          .at(-1) ?? ''
      if (limit.test(before) || advice.test(sentence) || known.some((one) => isClose(one, millimetres))) return []
      // A growth is the difference of two sizes.
      const isDifference =
        grown.test(sentence) && found.some((one) => known.some((two) => isClose(one.millimetres - two, millimetres)))
      if (isDifference) return []
      const of = subjectAt(concluded, from)
      const same = sized.find((one) => [...of].some((word) => one.of.has(word)))
      return same ? [{ from, to, words: impression.slice(from, to), other: findings.slice(same.from, same.to) }] : []
    })
}

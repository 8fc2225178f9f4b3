import { denying, sideOf } from './clause-words.ts'
import { type Clause, findPhrases, phrasesOf, type ReadText, wordsOf } from './clauses.ts'
import { concepts } from './terms.ts'

/** A change of size: before and now, in millimetres. */
type Pair = { before: number; now: number; from: number; to: number }

const then = wordsOf(
  'january, february, march, april, may, june, july, august, september, october, november, december, baseline, previously, prior, previous, was, were, then, before, yesterday, from, compared, formerly, earlier, initially, had, been, versus, vs',
)
const nowWords = wordsOf('now, today, currently')
/** Words that may stand between a size of before and the word that says so. */
const nearby = 4

const units = new Map([
  ['mm', 1],
  ['cm', 10],
  ['degree', 1],
])

/** Numbers of these have no unit. */
const scales = wordsOf('suv, suvmax')

/** The sizes of a clause, each the largest of its measures: `28 x 24 mm` is 28. */
function sizesOf(clause: Clause): { value: number; first: number; last: number }[] {
  const sizes: { value: number; first: number; last: number }[] = []
  let open: number[] = []
  let first = 0
  /** Sizes whose unit comes with the next one: `22 to 34 mm`. */
  let pending: { value: number; first: number; last: number }[] = []
  const isScale = clause.some(({ word }) => scales.has(word))
  clause.forEach(({ word }, index) => {
    const unit = units.get(word) ?? (isScale && index > 0 && /^\d/.test(clause[index - 1]?.word ?? '') ? 1 : undefined)
    if (/^\d/.test(word) && !Number.isNaN(Number(word.replace(',', '.')))) {
      if (open.length === 0) first = index
      open.push(Number(word.replace(',', '.')))
    } else if (unit && open.length > 0) {
      sizes.push(...pending.map((size) => ({ ...size, value: size.value * unit })))
      pending = []
      sizes.push({ value: Math.max(...open) * unit, first, last: index })
      open = []
    } else if (word === 'to' && open.length > 0) {
      pending = [{ value: Math.max(...open), first, last: index - 1 }]
      open = []
    } else if (word !== 'x' && word !== 'by') [open, pending] = [[], []]
  })
  if (isScale && open.length > 0) sizes.push({ value: Math.max(...open), first, last: clause.length - 1 })
  return sizes
}

/** Sizes with one of before: `11 mm, previously 6 mm`, `from 6 to 11 mm`, `16 mm (8 mm yesterday)`. */
function pairsOf(clause: Clause): Pair[] {
  const sizes = sizesOf(clause)
  const isThen = (start: number, end: number) =>
    clause.slice(Math.max(0, start), end).some(({ word }) => then.has(word) || /^(?:19|20)\d\d$/.test(word))
  const pairs: Pair[] = []
  for (let index = 0; index + 1 < sizes.length; index += 1) {
    const [one, two] = [sizes[index], sizes[index + 1]]
    if (!one || !two) break
    const [from, to] = [clause[one.first]?.from ?? 0, clause[two.last]?.to ?? 0]
    const between = clause.slice(one.last + 1, two.first).map(({ word }) => word)
    if (between.includes('to') && clause[one.first - 1]?.word === 'from')
      pairs.push({ before: one.value, now: two.value, from, to })
    else if (
      between.some((word) => nowWords.has(word)) &&
      (isThen(one.first - 2, one.first) || between.some((word) => then.has(word)))
    )
      pairs.push({ before: one.value, now: two.value, from, to })
    else if (between.length <= 2 * nearby && (isThen(one.last + 1, two.first) || isThenBehind(clause, two.last)))
      pairs.push({ before: two.value, now: one.value, from, to })
    else continue
    index += 1
  }
  return pairs
}

/** The size of before in a sentence of its own: `4.6 cm today; it was 3.9 cm a year ago`. */
function pairWithNext(clause: Clause, next: Clause | undefined): Pair[] {
  const [[now, ...more], [before, ...others]] = [sizesOf(clause), next ? sizesOf(next) : []]
  const isThen =
    next?.some(({ word }) => word === 'was' || word === 'were') &&
    next.some(({ word }) => word === 'ago' || word === 'previously')
  if (!now || !before || !isThen || more.length > 0 || others.length > 0) return []
  return [{ before: before.value, now: now.value, from: clause[now.first]?.from ?? 0, to: next?.at(-1)?.to ?? 0 }]
}

const behind = phrasesOf({
  past: 'yesterday, previously, before, on the previous, on the prior, on prior, on previous, this morning, last year, last month, earlier, in january, in february, in march, in april, in may, in june, in july, in august, in september, in october, in november, in december',
})
const isThenBehind = (clause: Clause, last: number) =>
  findPhrases(clause.slice(last + 1, last + 1 + nearby), behind).some(({ first }) => first === 0)

const changes = phrasesOf({
  stable:
    'stable, unchanged, no change, no significant change, no interval change, no significant interval change, no relevant change, not changed, without change, no growth, without growth, without interval growth, without progression, without interval change, no progression, static, similar, constant, identical, as before, no increase, no decrease, no interval increase, persistent',
  more: 'grew, progression, progressive, progressed, growth, grown, growing, increased, increase, increasing, enlarged, enlarging, enlargement, larger, bigger, worsening, worsened, worse, doubled, tripled, doubling, bigger, risen, deteriorated, deterioration',
  less: 'decreased, decrease, decreasing, smaller, regression, regressing, regressed, response, shrinkage, shrunk, shrinking, reduced, reduction, improved, improving, improvement, resolving, partial response, cleared, resolved, clearing',
})
type Change = 'stable' | 'more' | 'less'

/** From here on a change is one: a share of the size and millimetres, the share being less for what is large. */
const limits = [
  { share: 0.25, millimetres: 2 },
  { share: 0.12, millimetres: 6 },
]
const isLarger = (one: number, other: number) =>
  limits.some(({ share, millimetres }) => one >= other * (1 + share) && one - other >= millimetres)
const grew = ({ before, now }: Pair) => isLarger(now, before)
const shrank = ({ before, now }: Pair) => isLarger(before, now)

const against: Record<Change, (pair: Pair) => boolean> = {
  stable: (pair) => grew(pair) || shrank(pair),
  more: ({ before, now }) => now <= before,
  less: ({ before, now }) => now >= before,
}

/** An impression that nothing has changed, or that nothing is new. */
const nothingNew = phrasesOf({
  same: 'no interval change, no significant interval change, stable examination, stable study, stable appearance, stable disease, no new lesion, no new finding, no new abnormality',
})
/** Findings that are new, whatever is behind: no devices, and no words of a name. */
const newFindings = phrasesOf({
  arrival:
    'new nodule, new lesion, new mass, new metastasis, new metastase, new effusion, new pleural effusion, new consolidation, new opacity, new infarct, new hemorrhage, new fracture, new lymph node, new node, new since the prior, new since the previous, two new, three new, several new, multiple new, not present on the previous, not present on the prior, not present previously, not present before, not seen on the previous, not seen on the prior, not seen before, not seen previously',
})

/** A word for change in the impression, and the sizes of the findings that say otherwise. */
export type OtherChange = { from: number; to: number; words: string; other: string }

/** Behind a word for no change, these limit it to one thing. */
const ofOne = wordsOf('of, in, at, within')

/** Returns words of the impression for no change, if the findings call something new that the impression does not name. */
function arrivals(findings: ReadText, impression: ReadText): OtherChange[] {
  const isNew = impression.clauses.some((clause) =>
    clause.some(({ word }) => word === 'new' && !clause.some(({ word: no }) => denying.has(no))),
  )
  const said = impression.clauses.flatMap((clause) =>
    findPhrases(clause, nothingNew)
      .filter(({ last }) => !ofOne.has(clause[last + 1]?.word ?? ''))
      .map((hit) => ({ ...hit, clause })),
  )
  const [same] = said
  if (!same || isNew) return []
  const named = new Set(impression.clauses.flatMap((clause) => findPhrases(clause, concepts).map(({ name }) => name)))
  const at = (clause: Clause, first: number, last: number) => ({ from: clause[first]?.from ?? 0, to: clause[last]?.to ?? 0 })
  for (const clause of findings.clauses) {
    const [hit] = findPhrases(clause, newFindings)
    if (!hit || clause.slice(0, hit.first).some(({ word }) => denying.has(word))) continue
    if (findPhrases(clause, concepts).some(({ name }) => named.has(name))) continue
    const [own, other] = [at(same.clause, same.first, same.last), at(clause, 0, clause.length - 1)]
    return [{ ...own, words: impression.text.slice(own.from, own.to), other: findings.text.slice(other.from, other.to) }]
  }
  return []
}

/** Words that name the earlier examination of a change. */
const since = wordsOf('since, than, compared, comparison, previous, prior, last, earlier, yesterday, before')

type Told = { change: Change; clause: Clause; first: number; last: number; names: ReadonlySet<string> }
/** Words of a clause that are about no finding. */
const generic = wordsOf(
  'stable, unchanged, without, since, compared, previous, previously, comparison, examination, lateral, significantly, interval, slightly, bilateral, measures, measuring, completely, almost, nearly, mildly, moderate, moderately, increased, decreased, enlarged, improved, worsening, resolved, cleared, appearance, otherwise, disease, progression, regression',
)
/** Letters that words of one stem begin with. */
const stem = 6

/** The changes that a clause tells, of what it names. A clause with several tells nothing. */
function toldIn(clause: Clause): Told[] {
  const [hit, ...more] = findPhrases(clause, changes)
  if (!hit || more.some(({ name }) => name !== hit.name)) return []
  const words = clause.flatMap(({ word }) =>
    word.length > stem && !generic.has(word) && !generic.has(`${word}s`) ? [word.slice(0, stem + 1)] : [],
  )
  const names = new Set<string>([...words, ...findPhrases(clause, concepts).map(({ name }) => name)])
  return [{ change: hit.name, clause, first: hit.first, last: hit.last, names }]
}

/** Returns words of the impression for a change of something of which the findings tell another change alone, since an earlier examination. */
function otherWords(findings: ReadText, impression: ReadText): OtherChange[] {
  const told = findings.clauses.flatMap(toldIn)
  return impression.clauses.flatMap(toldIn).flatMap((own): OtherChange[] => {
    const side = sideOf(own.clause)?.side
    const same = told.filter((one) => {
      const otherSide = sideOf(one.clause)?.side
      return (!side || !otherSide || side === otherSide) && [...one.names].some((name) => own.names.has(name))
    })
    const other = same.find(
      ({ clause }) => clause.some(({ word }) => since.has(word)) || clause.some(({ word }) => word === 'identical'),
    )
    if (!other || same.some(({ change }) => change === own.change)) return []
    if (own.clause.some(({ word }) => denying.has(word)) !== other.clause.some(({ word }) => denying.has(word))) return []
    const at = (clause: Clause, first: number, last: number) => ({ from: clause[first]?.from ?? 0, to: clause[last]?.to ?? 0 })
    const [place, others] = [at(own.clause, own.first, own.last), at(other.clause, 0, other.clause.length - 1)]
    return [{ ...place, words: impression.text.slice(place.from, place.to), other: findings.text.slice(others.from, others.to) }]
  })
}

/** Returns the words of the impression for a change that no size of the findings went through. Leaves out impressions with several changes. */
export function otherChanges(findings: ReadText, impression: ReadText): OtherChange[] {
  const isNew = arrivals(findings, impression)
  if (isNew.length > 0) return isNew
  const said = impression.clauses.flatMap((clause) =>
    findPhrases(clause, changes).map(({ name, first, last }) => ({
      name,
      from: clause[first]?.from ?? 0,
      to: clause[last]?.to ?? 0,
    })),
  )
  const inWords = otherWords(findings, impression)
  if (inWords.length > 0) return inWords
  const [change] = said
  if (!change || said.some(({ name }) => name !== change.name)) return []
  const pairs = findings.clauses.flatMap((clause, index) => [
    ...pairsOf(clause),
    ...pairWithNext(clause, findings.clauses[index + 1]),
  ])
  const [pair] = pairs
  if (!pair || !pairs.every(against[change.name])) return []
  const { from, to } = change
  return [{ from, to, words: impression.text.slice(from, to), other: findings.text.slice(pair.from, pair.to) }]
}

import { bothSides, denying, headedSides, labelledSides, type Side, saysNormal, sideOf, sideWords } from './clause-words.ts'
import { type Clause, clausesOf, findPhrases, type Hit, phrasesOf, type ReadText, type Token, wordsOf } from './clauses.ts'
import { aspects, type Disease, diseases, inNouns, partlyNormal, type Subject, subjects } from './normal-fields-terms.ts'
import * as terms from './terms.ts'

type Sequence = readonly string[]
const wordsIn = (clause: readonly Token[]): Sequence => clause.map(({ word }) => word)
/** Reads names with commas between them as the words that clauses have. */
const sequences = (list = ''): Sequence[] =>
  list.split(', ').flatMap((name) => clausesOf(name).map((clause) => wordsIn(inNouns(clause))))

const all = subjects.map((subject) => ({
  subject,
  nouns: sequences(subject.nouns),
  parts: sequences(subject.parts),
  own: phrasesOf({ own: subject.own ?? '' }),
  elsewhere: wordsOf(subject.elsewhere ?? ''),
}))
type Known = (typeof all)[number]

/** Behind a noun, these make it the name of something else: `kidney artery`. */
const heads = new Set([
  ...all
    .filter(({ subject }) => subject.wrong.length > 0)
    .flatMap(({ nouns }) => nouns.flatMap((words) => (words.length === 1 ? words : []))),
  ...wordsOf('gland, nerve, canal, fossa, duct, scalp, skin, muscle, pleura, node, sinus, hilum'),
])

/** Behind a muscle or a joint of the wrist these name the same. */
const fibrous = wordsOf('tendon, ligament')

/** Labels about what is left: another line may find something wrong with the whole. */
const rest = wordsOf('rest, remaining, residual, visible, other')
const joins = new Set([',', 'and', 'or'])
/** Places, which name no ligament, valve or vessel by themselves. */
const positions = wordsOf(
  'lateral, medial, anterior, posterior, superior, inferior, upper, lower, common, internal, external, main, deep, superficial, great, small, collateral, descending, ascending',
)

/** A field with a normal value. `phrases`: how a sentence names what it is about; none if any sentence may. */
type NormalField = {
  known: Known
  phrases: readonly Sequence[]
  wrong: readonly Disease[]
  hasOwn: boolean
  isWhole: boolean
  side: Side | null
  clause: Clause
}

const endsWith = (words: Sequence, end: Sequence) =>
  end.length <= words.length && end.every((word, index) => words[words.length - end.length + index] === word)

/** Returns the subject whose longest noun a label ends with. */
function subjectOf(words: Sequence): { known: Known; noun: Sequence } | null {
  const found = all.flatMap((known) => known.nouns.filter((noun) => endsWith(words, noun)).map((noun) => ({ known, noun })))
  return found.toSorted((a, b) => b.noun.length - a.noun.length)[0] ?? null
}

/** The words of each thing that a label names, without its side: `Flexor and extensor tendons` is two tendons. */
function named(label: Clause): Sequence[] {
  const parts: string[][] = [[]]
  for (const word of wordsIn(inNouns(label)))
    if (joins.has(word)) parts.push([])
    else if (!sideWords.has(word) && !bothSides.has(word) && word !== 'the') parts.at(-1)?.push(word)
  const last = subjectOf(parts.at(-1) ?? [])
  const written = new Set(wordsIn(label))
  // "Aortic and mitral valves" is about no aorta: the adjective stands for a valve.
  const isOfLast = (words: Sequence) =>
    !subjectOf(words) || (last?.known.subject.isImplied && words.every((word) => !written.has(word)))
  return parts
    .filter((words) => words.length > 0)
    .map((words, index) => (last && index < parts.length - 1 && isOfLast(words) ? [...words, ...last.noun] : words))
}

/** With these, the tumours that name their organ themselves are denied too. */
const ofTumour = wordsOf('density, suspicious')

type Denied = { wrong: readonly Disease[]; hasOwn: boolean }

/** Returns the diseases that a part of a normal value denies, of those that its subject may have. */
function deniedByPart(value: Clause, { wrong }: Subject): Denied {
  const words = wordsIn(value)
  const limits = words.flatMap((word) => partlyNormal.get(word) ?? aspects.get(word) ?? [])
  if (words.some((word) => partlyNormal.has(word) || aspects.has(word)))
    return { wrong: wrong.filter((one) => limits.includes(one)), hasOwn: words.some((word) => ofTumour.has(word)) }
  if (words.some((word) => measured.has(word))) return { wrong: [], hasOwn: false }
  const said = findPhrases(value, diseases).map(({ name }) => name)
  const denied = said.includes('narrow') ? [...said, 'blocked'] : said
  return denied.length > 0 ? { wrong: wrong.filter((one) => denied.includes(one)), hasOwn: false } : { wrong, hasOwn: true }
}

/** Returns the diseases that a normal value denies: `normal size, no focal lesion`. */
function deniedBy(value: Clause, subject: Subject): Denied {
  const parts: Token[][] = [[]]
  for (const token of value)
    if (token.word === ',') parts.push([])
    else parts.at(-1)?.push(token)
  const denied = parts.map((part) => deniedByPart(part, subject))
  return { wrong: denied.flatMap(({ wrong }) => wrong), hasOwn: denied.some(({ hasOwn }) => hasOwn) }
}
/** Values that call only a measure normal. */
const measured = wordsOf(
  'size, contour, width, echogenicity, echotexture, pattern, position, thickness, enhancement, effusion, node, function, motion',
)

function fieldsOf({ text, clauses }: ReadText): NormalField[] {
  const sides = headedSides(text, clauses)
  return clauses.flatMap((clause, index) => {
    const colon = clause.findIndex(({ word }) => word === ':')
    if (colon <= 0 || !saysNormal(clause)) return []
    const label = clause.slice(0, colon)
    if (label.some(({ word }) => rest.has(word))) return []
    return named(label).flatMap((words): NormalField[] => {
      const found = subjectOf(words)
      if (!found) return []
      const { known, noun } = found
      const qualifiers = words.slice(0, words.length - noun.length)
      const isWhole = qualifiers.length === 0
      const { wrong, hasOwn } = deniedBy(clause.slice(colon + 1), known.subject)
      const isImplied = known.subject.isImplied && qualifiers.some((word) => !positions.has(word))
      const phrases = [words, ...(isImplied ? [qualifiers] : []), ...(isWhole ? known.parts : [])]
      const side = sideOf(label)?.side ?? sides[index] ?? null
      return [{ known, phrases, wrong, hasOwn: hasOwn && isWhole, isWhole, side, clause }]
    })
  })
}

/** From here on a sentence says what is missing, or what may be the cause: its beginning stands. */
const tails = phrasesOf({
  tail: 'without, with no, suspicious for, suspicious of, concerning for, suggestive of, consistent with, compatible with, in keeping with, likely, probably, possibly, further',
})

/** Without a comma before them, these doubt what stands before. */
const afterComma = wordsOf('likely, probably, possibly, further')

/** Returns the part of a clause that states something of this examination without doubt; null if nothing does. */
function statementOf(clause: Clause): Clause | null {
  const cut = findPhrases(clause, tails).find(({ first }) => {
    const { word = '' } = clause[first] ?? {}
    return !afterComma.has(word) || clause[first - 1]?.word === ','
  })
  const stated = cut ? clause.slice(0, cut.first) : clause
  const isOpen =
    findPhrases(clause, terms.pasts).length > 0 ||
    findPhrases(stated, terms.doubts).length > 0 ||
    stated.some(({ word }) => denying.has(word) || terms.lasting.has(word) || minor.has(word)) ||
    findPhrases(stated, terms.negations).length > 0 ||
    findPhrases(stated, denials).length > 0
  return isOpen || saysNormal(clause) ? null : inNouns(stated)
}
/** A trace of something is often called normal. */
const minor = wordsOf('trace, trivial, minimal, physiological, physiologic, tiny')
const denials = phrasesOf({
  denial: 'not seen, absent, excluded, negative, nil, none, not visible, ruled out, free, intact',
})

const within = wordsOf('of, in, on, involving, within, affecting, at, through')
const apart = wordsOf(
  ',, :, with, near, adjacent, behind, below, above, beside, beneath, over, under, from, to, abutting, between, separate, outside, around, along, next, normal, sparing, than',
)
/** In a list, only these stand before the next thing: `tear of the ACL and the medial meniscus`. */
const inLists = new Set([...wordsOf('the, and, both'), ...sideWords.keys(), ...positions])
/** How many words may stand between a disease and what has it. */
const reach = { of: 10, before: 2, behind: 4 }

/** Reports whether a disease (`hit`) is of what is named at `first` to `last`: `tear of the meniscus`, `meniscal tear`. */
function isOf(clause: Clause, hit: Hit<unknown>, first: number, last: number): boolean {
  if (hit.last < first) {
    const between = wordsIn(clause.slice(hit.last + 1, first))
    const isListed = within.has(between[0] ?? '')
    const joint = between.findLastIndex((word) => joins.has(word))
    const isOther = joint >= 0 && !(isListed && between.slice(joint + 1).every((word) => inLists.has(word)))
    return (
      between.length <= (isListed ? reach.of : reach.before) &&
      !isOther &&
      !between.some((word) => apart.has(word) && word !== ',')
    )
  }
  const between = wordsIn(clause.slice(last + 1, hit.first))
  const own = between[0] === ':' ? between.slice(1) : between
  return (
    own.length <= reach.behind && !own.some((word) => joins.has(word) || within.has(word) || (apart.has(word) && word !== 'with'))
  )
}

/** Returns the words of a statement that contradict a field. */
function against(
  statement: Clause,
  { known, phrases, wrong, hasOwn, isWhole }: NormalField,
): { from: number; to: number } | null {
  const place = (first: number, last: number) => ({ from: statement[first]?.from ?? 0, to: statement[last]?.to ?? 0 })
  const [own] = hasOwn ? findPhrases(statement, known.own) : []
  if (own) return place(own.first, own.last)
  const hits = findPhrases(statement, diseases).filter(
    ({ name, last }) => wrong.includes(name) && statement[last + 1]?.word !== 'effect',
  )
  if (hits.length === 0 || statement.some(({ word }) => known.elsewhere.has(word))) return null
  const isFibrous = known.subject.wrong.includes('torn')
  for (const phrase of phrases)
    for (let first = 0; first + phrase.length <= statement.length; first += 1) {
      const last = first + phrase.length - 1
      // "Superficial femoral vein" is another one than "femoral vein".
      if (!isWhole && positions.has(statement[first - 1]?.word ?? '')) continue
      const isNamed = phrase.every((word, index) => statement[first + index]?.word === word)
      const next = statement[last + 1]?.word ?? ''
      if (!isNamed || (heads.has(next) && !(isFibrous && fibrous.has(next)))) continue
      const hit = hits.find((one) => isOf(statement, one, first, last))
      if (hit) return place(Math.min(first, hit.first), Math.max(last, hit.last))
    }
  return null
}

/** A sentence that states a disease (`words`), and the field that calls its place normal (`other`). */
export type NormalFieldClash = { part: 'findings' | 'impression'; from: number; to: number; words: string; other: string }

/** More fields and statements than any report has. */
const most = 60

const cut = ({ text }: ReadText, clause: Clause) => text.slice(clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0)

/** A sentence that states something of this examination. */
type Statement = { part: 'findings' | 'impression'; words: string; statement: Clause; side: Side | 'both' | null }

function statementsOf(part: Statement['part'], read: ReadText): Statement[] {
  const labels = labelledSides(read.text, read.clauses)
  const headings = headedSides(read.text, read.clauses)
  const statements = read.clauses.flatMap((clause, index): Statement[] => {
    const statement = statementOf(clause)
    if (!statement) return []
    const isLabelled = clause.some(({ word }) => word === ':')
    const own = clause.some(({ word }) => bothSides.has(word)) ? 'both' : sideOf(clause)?.side
    return [{ part, words: cut(read, clause), statement, side: own ?? (isLabelled ? headings : labels)[index] ?? null }]
  })
  return statements.slice(0, most)
}

/**
 * Returns sentences that state a disease of the very thing whose field the findings call normal (`Medial meniscus: intact`). A field of one side is
 * contradicted by that side alone. If findings name a disease of a part of it themselves, the impression may repeat it.
 */
export function normalFields(findings: ReadText, impression: ReadText): NormalFieldClash[] {
  const fields = fieldsOf(findings).slice(0, most)
  if (fields.length === 0) return []
  const found = statementsOf('findings', findings)
  const concluded = statementsOf('impression', impression)
  return fields.flatMap((field) => {
    const { known, isWhole, side } = field
    const isKnown = (one: NormalField) => found.some(({ statement }) => against(statement, one))
    if (isWhole && known.parts.length > 0 && isKnown(field)) return []
    const hasOwn = field.hasOwn && !isKnown({ ...field, wrong: [] })
    return [...found, ...concluded].flatMap((one) => {
      if (side !== null && one.side !== side && one.side !== 'both') return []
      const at = against(one.statement, { ...field, hasOwn })
      return at ? [{ part: one.part, ...at, words: one.words, other: cut(findings, field.clause) }] : []
    })
  })
}

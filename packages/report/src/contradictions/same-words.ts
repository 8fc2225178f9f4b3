import { isExcepted } from './assertions.ts'
import { type Clause, findPhrases, type ReadText, wordsOf } from './clauses.ts'
import * as terms from './terms.ts'

const inert = wordsOf(
  'acute, evidence, sign, definite, demonstrable, visible, any, obvious, convincing, of, a, an, the, for, sonographic, radiographic, ct, mri, imaging, to, suggest, active, suspicious, focal',
)
const ends = wordsOf(
  'or, nor, and, with, in, at, on, is, are, was, seen, identified, demonstrated, detected, present, above, below, beyond, after, within, from, to, elsewhere, today, evident, shown, noted, :, ,, (, )',
)
/** Words that name no finding. */
const vague = wordsOf(
  'abnormality, lesion, change, finding, sign, evidence, complication, contrast, prior, comparison, growth, previous, need, recall, action, cause, disease, pathology, process, study, significant, further, follow-up, followup, biopsy, recurrence, involvement, increase, decrease, progression, concern, surgery, treatment, intervention, nodule, mass, enhancement, other, side, flow, uptake, abnormal, difference, doubt, explanation, indication, interval, image, criteria, feature, injury, limitation, relation, size, signal, component, node, wall, bone, contact, structure, tear, rupture, dilatation, dilation, avulsion, thickening, narrowing, displacement, compression, edema, leak, loosening, migration, restriction',
)

/** How many words a denied finding has. */
const longestName = 4

/** A finding that is denied by its own words: `no pericholecystic fluid`. */
type Denied = { head: string; others: readonly string[]; from: number; to: number; quote: { from: number; to: number } }

const quoteOf = (clause: Clause) => ({ from: clause[0]?.from ?? 0, to: clause.at(-1)?.to ?? 0 })

function deniedIn(clause: Clause, next: Clause | undefined): Denied[] {
  const negations = findPhrases(clause, terms.negations)
  const isOpen = [terms.doubts, terms.otherReports].some((phrases) => findPhrases<string>(clause, phrases).length > 0)
  if (isOpen || isExcepted(clause, next)) return []
  const colon = clause.findIndex(({ word }) => word === ':')
  const label = clause.slice(0, Math.max(0, colon)).map(({ word }) => word)
  return negations.flatMap(({ name, first, last }): Denied[] => {
    if (name !== 'before') return []
    const words: string[] = []
    let end = last
    for (let place = last + 1; place < clause.length && words.length <= longestName; place += 1) {
      const word = clause[place]?.word ?? ''
      if (ends.has(word)) break
      end = place
      if (!inert.has(word)) words.push(word)
    }
    const head = words.at(-1) ?? ''
    const isVague = vague.has(head) && !(head === 'lesion' && words.length > 1)
    const isKnown = findPhrases(clause.slice(last + 1, end + 1), terms.concepts).length > 0
    if (words.length > longestName || head.length < 4 || isVague || isKnown) return []
    if (words.some((word) => terms.limiting.has(word) || /^\d/.test(word))) return []
    return [
      {
        head,
        others: [...label.filter((word) => !ends.has(word)), ...words.slice(0, -1)],
        from: clause[first]?.from ?? 0,
        to: clause[end]?.to ?? 0,
        quote: quoteOf(clause),
      },
    ]
  })
}

/** Letters that words of one stem begin with: `retropulsion` and `retropulsed`. */
const stem = 7
const isSame = (one: string, other: string) =>
  one === other || (one.length > stem && other.length > stem && one.slice(0, stem + 1) === other.slice(0, stem + 1))

/** Other words for a lesion. */
const lesions = ['lesion', 'mass', 'tumor', 'tumour']

/** The clauses of a text that state things, by the beginnings of their words. */
function statedIn(all: readonly Clause[]): Map<string, Clause[]> {
  const clauses = new Map<string, Clause[]>()
  for (const clause of all) {
    if (
      [terms.negations, terms.denials, terms.doubts, terms.otherReports].some(
        (phrases) => findPhrases<string>(clause, phrases).length > 0,
      )
    )
      continue
    for (const start of new Set(clause.map(({ word }) => word.slice(0, stem + 1)))) {
      const known = clauses.get(start)
      if (known) known.push(clause)
      else clauses.set(start, [clause])
    }
  }
  return clauses
}

/** More denials, and clauses with a word, than any report has. */
const most = 40

/** Finds what one text denies and another states: the denial, and the place of the word and the clause that state it. */
function clashes(denying: ReadText, stating: ReadText) {
  const denials = denying.clauses.flatMap((clause, index) => deniedIn(clause, denying.clauses[index + 1])).slice(0, most)
  if (denials.length === 0) return []
  const stated = statedIn(stating.clauses)
  return denials.flatMap((denied) => {
    const heads = denied.head === 'lesion' ? lesions : [denied.head]
    const found = heads.flatMap((head) => {
      const clause = stated
        .get(head.slice(0, stem + 1))
        ?.slice(0, most)
        .find((one) => [head, ...denied.others].every((word) => one.some((token) => isSame(word, token.word))))
      const token = clause?.find(({ word }) => isSame(head, word))
      return clause && token ? [{ clause, token }] : []
    })
    const { clause, token } = found[0] ?? {}
    return clause && token ? [{ denied, token, quote: quoteOf(clause) }] : []
  })
}

/** A place of the impression, its words, and those that deny or state the same: of the findings, or its own. */
export type SameWords = { from: number; to: number; words: string; other: string; isOwn: boolean }

/** Returns what findings or impression deny, and the impression or the findings state, in the same words. Leaves out the concepts that are known by name. */
export function sameWords(findings: ReadText, impression: ReadText): SameWords[] {
  const cut = ({ text }: ReadText, { from, to }: { from: number; to: number }) => text.slice(from, to)
  const denials = clashes(impression, findings).map(({ denied, quote }) => {
    return { from: denied.from, to: denied.to, words: cut(impression, denied), other: cut(findings, quote), isOwn: false }
  })
  const statements = [findings, impression].flatMap((text) =>
    clashes(text, impression).map(({ denied, token: { from, to }, quote }) => {
      return { from, to, words: cut(impression, quote), other: cut(text, denied.quote), isOwn: text === impression }
    }),
  )
  return [...denials, ...statements]
}

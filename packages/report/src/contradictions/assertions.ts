import { bothSides, labelledSides, sideWords as oneSide, sideOf } from './clause-words.ts'
import { type Clause, findPhrases, type Hit, type ReadText, wordsOf } from './clauses.ts'
import { findSigns } from './signs.ts'
import * as terms from './terms.ts'

export type Side = 'left' | 'right' | 'both'

/** A text's statement about a concept, with its place in the text. */
export type Assertion = {
  concept: terms.Concept
  is: 'present' | 'absent'
  /** Null if it says none. */
  side: Side | null
  /** Places of the body, as `sites` calls them. */
  sites: readonly string[]
  /** Absent: places that the denial is not about. */
  elsewhere?: ReadonlySet<string>
  /** Absent: only what is acute is denied. Present: it has been there for a while. */
  isAcute: boolean
  isLasting: boolean
  /** Largest measure of what is named, in millimetres. */
  size: number | null
  from: number
  to: number
  /** The words around it, as they are quoted. */
  quote: { from: number; to: number }
}

const sideOfWord = (word: string): Side | undefined => (bothSides.has(word) ? 'both' : oneSide.get(word))

const isBetween = (place: number, after: number, before: number) => place > after && place < before

/** The first and last token that a hit's noun phrase reaches to: up to the next concept, or a comma. */
function reachOf(clause: Clause, hits: readonly Hit<unknown>[], hit: Hit<unknown>): { start: number; end: number } {
  const isBorder = (place: number) => clause[place]?.word === ','
  let start = hit.first
  while (start > 0 && !isBorder(start - 1) && !hits.some(({ last }) => last === start - 1)) start -= 1
  let end = hit.last
  while (end < clause.length - 1 && !isBorder(end + 1) && !hits.some(({ first }) => first === end + 1)) end += 1
  return { start, end }
}

/** The side that is meant with a hit: the word for one in its phrase, else that of the label at the beginning of the clause. */
function sideAt(clause: Clause, { first, last }: Hit<unknown>, { start, end }: { start: number; end: number }): Side | null {
  const said = clause.flatMap(({ word }, place) => {
    const side = sideOfWord(word)
    return side ? [{ side, place }] : []
  })
  const near = said.filter(({ place }) => place >= start && place <= end)
  const distance = ({ place }: { place: number }) => (place < first ? first - place : place - last)
  const nearest = near.toSorted((a, b) => distance(a) - distance(b))[0]
  const label = said.find(
    ({ place }) => place < first && clause.some(({ word }, index) => word === ':' && isBetween(index, place, first)),
  )
  if (new Set(near.map(({ side }) => side)).size > 1) return 'both'
  return (nearest ?? label)?.side ?? null
}

const unitsInMm = new Map([
  ['mm', 1],
  ['millimeter', 1],
  ['millimetre', 1],
  ['cm', 10],
  ['centimeter', 10],
  ['centimetre', 10],
])

/** The largest measure between two tokens, in millimetres: `1.2 x 0.8 cm` is 12. */
export function sizeIn(clause: Clause, start: number, end: number): number | null {
  let largest: number | null = null
  let open: number[] = []
  for (let place = start; place <= end; place += 1) {
    const word = clause[place]?.word ?? ''
    if (/^\d+(?:[.,]\d+)?$/.test(word)) open.push(Number(word.replace(',', '.')))
    else if (unitsInMm.has(word)) {
      if (open.length > 0) largest = Math.max(largest ?? 0, ...open.map((value) => value * (unitsInMm.get(word) ?? 1)))
      open = []
    } else if (!['x', '×', 'by'].includes(word)) open = []
  }
  return largest
}

/** Returns the effect at a place of the last negation before it: none, or a denial of the whole or of a part of the named finding. */
function negationBefore(clause: Clause, hits: readonly Hit<string>[], first: number): 'none' | 'whole' | 'part' {
  const trigger = hits.findLast((hit) => hit.name === 'before' && hit.last < first)
  if (!trigger) return 'none'
  for (let place = trigger.last + 1; place < first; place += 1) {
    const { word = '' } = clause[place] ?? {}
    const next = clause[place + 1]?.word ?? ''
    // "No fracture, large effusion or hematoma" denies all of the list; "no fracture, large effusion" does not.
    const isListed = clause.slice(place + 1).some((one) => one.word === 'or' || one.word === 'nor')
    const affirms = word === ',' && !isListed && (terms.affirming.has(next) || /^\d/.test(next))
    if (word === ':' || word === 'with' || affirms || word === 'there') return 'none'
  }
  const own = clause.slice(trigger.last + 1, first).map(({ word }) => word)
  const lastBreak = Math.max(own.lastIndexOf(','), own.lastIndexOf('or'), own.lastIndexOf('and'), own.lastIndexOf('nor'))
  return own.slice(lastBreak + 1).some((word) => terms.limiting.has(word)) ? 'part' : 'whole'
}

function isDeniedBehind(clause: Clause, denials: readonly Hit<string>[], hit: Hit<unknown>): boolean {
  const next = denials.find(({ first }) => first > hit.last)
  if (!next) return false
  const between = clause.slice(hit.last + 1, next.first).map(({ word }) => word)
  if (between.includes(',') || between.includes('with') || between.length > 8) return false
  const behind = clause.slice(next.last + 1, next.last + 5).map(({ word }) => word)
  if (next.last > next.first && behind.some((word) => terms.agoWords.has(word) || /^(?:19|20)\d\d$/.test(word))) return false
  const single = next.first === next.last && ['no', 'normal', 'negative', 'nil', 'none'].includes(clause[next.first]?.word ?? '')
  // A bare "no" behind a name denies it only as the value of a field, whose label may name several findings: "Mass or collection: none".
  const label = clause.slice(0, next.first - 1).map(({ word }) => word)
  const isLabel = !label.includes(':') && !label.some((word) => /^\d/.test(word))
  const isValue = next.last === clause.length - 1 && between.at(-1) === ':' && isLabel
  return !single || isValue
}

/** Returns true if a finding is the label of a value such as "no acute change", which leaves open whether the finding is there. */
const isLabelOfDenial = (clause: Clause, { last }: Hit<unknown>): boolean =>
  clause[last + 1]?.word === ':' && ['no', 'not', 'without'].includes(clause[last + 2]?.word ?? '')

/** Returns true if something is excepted from what a clause denies or calls normal, there or at the beginning of the next clause. */
export const isExcepted = (clause: Clause, next: Clause = []): boolean =>
  findPhrases(clause, terms.exceptions).length > 0 || findPhrases(next, terms.exceptionsOfBefore).some(({ first }) => first === 0)

/** Returns the words of a clause that leave open whether something is there now. */
const doubtsIn = (clause: Clause) => findPhrases(clause, terms.doubts).filter(({ name }) => name === 'doubt')

/** Behind "normal": something about an organ, and not the whole. */
const parts = wordsOf(
  'in, size, calibre, caliber, contour, echogenicity, echotexture, enhancement, signal, morphology, variant, position, density, attenuation',
)

/** Before an organ that is normal: what was named before is not. */
const joints = wordsOf(',, and, both, the, all, is, are, appear, appears')
const soundWords = wordsOf('normal, unremarkable, intact')
const restWords = new Set(['other', 'remaining', 'residual'])
/** Before an organ of several: the others are not called normal. */
const someOf = wordsOf(
  'frontal, sphenoid, ethmoid, maxillary, nasal, facial, carpal, tarsal, pelvic, temporal, hyoid, zygomatic, parietal',
)

function assertionsOf(clause: Clause, following: Clause | undefined): Assertion[] {
  if (findPhrases(clause, terms.otherReports).length > 0) return []
  const hasException = isExcepted(clause, following)
  const negations = findPhrases(clause, terms.negations)
  const normal = hasException ? [] : findPhrases(clause, terms.normalPhrases)
  const phrases = findPhrases(clause, terms.concepts)
  const isBenign = clause.some(({ word }) => terms.benign.has(word))
  const shadows = (hit: Hit<terms.Concept>) => hit.name === 'consolidation' && terms.shadow.has(clause[hit.last]?.word ?? '')
  const isBloody = clause.some(({ word }) => terms.bloody.has(word))
  const isHygroma = clause.some(({ word }) => terms.hygroma.has(word))
  const isBloodless = ({ last }: Hit<unknown>) => !isBloody && (isHygroma || terms.bloodless.has(clause[last + 1]?.word ?? ''))
  const isOpen = (hit: Hit<terms.Concept>) => (isBenign && shadows(hit)) || (hit.name === 'subdural' && isBloodless(hit))
  const hits = [...phrases.filter((hit) => !isOpen(hit)), ...findSigns(clause, phrases)].toSorted((a, b) => a.first - b.first)
  const isNamed = (doubt: Hit<string>) => phrases.some(({ first, last }) => doubt.first >= first && doubt.last <= last)
  const isDoubted = doubtsIn(clause).some((doubt) => !isNamed(doubt)) || negations.some(({ name }) => name === 'pseudo')
  const denials = findPhrases(clause, terms.denials)
  const places = findPhrases(clause, terms.sites)
  const [begin, end] = [clause[0]?.from ?? 0, clause.at(-1)?.to ?? 0]
  const isWhole = ({ first }: Hit<unknown>) => !clause.slice(0, first).some(({ word }) => restWords.has(word) || someOf.has(word))
  const assertions: Assertion[] = normal.filter(isWhole).flatMap(({ name, first, last }) =>
    terms.deniedBy[name].map((concept) => ({
      concept,
      is: 'absent' as const,
      side: sideAt(clause, { name, first, last }, { start: 0, end: last }),
      sites: [],
      ...(name === 'lungs' && { elsewhere: terms.besideLungs }),
      // Clear lungs may have a nodule that is known.
      isAcute: true,
      isLasting: false,
      size: null,
      from: clause[first]?.from ?? begin,
      to: clause[last]?.to ?? end,
      quote: { from: begin, to: end },
    })),
  )
  if (isDoubted) return assertions
  // "Liver, spleen and kidneys unremarkable."
  const isList = clause.every(
    ({ word }, place) =>
      joints.has(word) || soundWords.has(word) || places.some((one) => one.first <= place && one.last >= place),
  )
  for (const { name, first, last } of places.filter(isWhole))
    for (const { sites, words, concept } of terms.soundPlaces) {
      const next = clause.findIndex(({ word }, place) => place > last && (words.has(word) || (word === ',' && !isList)))
      const isSound =
        sites.has(name) &&
        next > 0 &&
        (isList || next - last <= 4) &&
        words.has(clause[next]?.word ?? '') &&
        !parts.has(clause[next + 1]?.word ?? '')
      if (!isSound || negationBefore(clause, negations, next) !== 'none') continue
      const side = sideAt(clause, { name, first, last }, { start: 0, end: last })
      const [from, to] = [clause[first]?.from ?? begin, clause[next]?.to ?? end]
      assertions.push({
        concept,
        is: 'absent',
        side,
        sites: [name],
        ...(name === 'lung' && { elsewhere: terms.besideLungs }),
        isAcute: false,
        isLasting: false,
        size: null,
        from,
        to,
        quote: { from: begin, to: end },
      })
    }
  for (const hit of hits) {
    const reach = reachOf(clause, hits, hit)
    const before = negationBefore(clause, negations, hit.first)
    if (before === 'part') continue
    const isAbsent = before === 'whole' || isDeniedBehind(clause, denials, hit)
    if (!isAbsent && isLabelOfDenial(clause, hit)) continue
    if (isAbsent && hasException) continue
    // A denial of the rest ("no other") confirms the findings named before it.
    if (isAbsent && clause.slice(0, hit.last + 1).some(({ word }) => restWords.has(word))) continue
    const trigger =
      isAbsent && before === 'whole' ? negations.findLast(({ name, last }) => name === 'before' && last < hit.first) : undefined
    const label = places.filter(({ last }) => clause.some(({ word }, index) => word === ':' && isBetween(index, last, hit.first)))
    const own = places.filter((one) => one.first >= reach.start && one.last <= reach.end)
    const named = new Set([...label, ...own].map(({ name }) => name))
    // "Pulmonary" is a part of the name of an embolism, and no place that it is denied at.
    const sites = [...named].filter((site) => !(isAbsent && terms.homes[hit.name]?.includes(site)))
    const isEach = isAbsent && own.length > 1 && clause.slice(reach.start, hit.first).some(({ word }) => word === 'or')
    const assertion: Assertion = {
      concept: hit.name,
      is: isAbsent ? 'absent' : 'present',
      side: sideAt(clause, hit, reach) ?? (isAbsent ? (sideOf(clause)?.side ?? null) : null),
      sites,
      ...(isAbsent && hit.name === 'nodule' && named.has('lung') && { elsewhere: terms.besideLungs }),
      isAcute: isAbsent && trigger !== undefined && clause.slice(trigger.last, hit.last + 1).some(({ word }) => word === 'acute'),
      isLasting: clause.some(({ word }) => terms.lasting.has(word)),
      size: isAbsent ? null : sizeIn(clause, reach.start, reach.end),
      from: clause[trigger?.first ?? hit.first]?.from ?? begin,
      to: clause[hit.last]?.to ?? end,
      quote: { from: begin, to: end },
    }
    // "No renal or ureteric calculus" denies both.
    assertions.push(...(isEach ? sites.map((site) => ({ ...assertion, sites: [site] })) : [assertion]))
  }
  return assertions
}

/** Returns where clauses state a name that is no concept, as the label of a field. Leaves out what is denied or open. */
export function statedIn(clauses: readonly Clause[], name: Clause): Pick<Assertion, 'from' | 'to' | 'quote'>[] {
  const words = name.map(({ word }) => word)
  const [start = ''] = words
  const phrases = new Map([[start, [{ words, name: 'label' }]]])
  return clauses.flatMap((clause) => {
    const hits = findPhrases(clause, phrases)
    if (hits.length === 0 || findPhrases(clause, terms.otherReports).length > 0) return []
    const negations = findPhrases(clause, terms.negations)
    const isOwn = (doubt: Hit<string>) => hits.some(({ first, last }) => doubt.first >= first && doubt.last <= last)
    const isDoubted = doubtsIn(clause).some((doubt) => !isOwn(doubt))
    if (isDoubted || negations.some((hit) => hit.name === 'pseudo')) return []
    const denials = findPhrases(clause, terms.denials)
    const quote = { from: clause[0]?.from ?? 0, to: clause.at(-1)?.to ?? 0 }
    return hits
      .filter((hit) => negationBefore(clause, negations, hit.first) === 'none' && !isDeniedBehind(clause, denials, hit))
      .map(({ first, last }) => ({ from: clause[first]?.from ?? quote.from, to: clause[last]?.to ?? quote.to, quote }))
  })
}

/** Returns a text's statements about the concepts that it names. Leaves out statements that are open, deny only in part, or are about another time. */
export function assertionsIn({ text, clauses }: ReadText): Assertion[] {
  const labels = labelledSides(text, clauses)
  // "Passed stone?"
  const asks = (clause: Clause) => text[clause.at(-1)?.to ?? 0] === '?'
  return clauses.flatMap((clause, index) =>
    (asks(clause) ? [] : assertionsOf(clause, clauses[index + 1])).map((one) =>
      Object.assign(one, { side: one.side ?? labels[index] ?? null }),
    ),
  )
}

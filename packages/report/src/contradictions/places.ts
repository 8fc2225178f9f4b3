import { saysNormal, sideOf, sideWords } from './clause-words.ts'
import { type Clause, findPhrases, type Phrases, type ReadText, type Token, wordsOf } from './clauses.ts'
import { abnormalIn, split, statedPart } from './facts/abnormal-signs.ts'
import { findings as findingNames, loose, named, ofFinding } from './place-names.ts'
import { findSigns } from './signs.ts'
import { concepts, pasts } from './terms.ts'

/** A numbered or named place of one kind, such as a disc, a lobe or a liver segment. */
type Place = { family: string; name: string; from: number; to: number }

const number = (text: string | undefined) => Number(text ?? Number.NaN)
const at = ({ from, to }: Token, family: string, name: string): Place => ({ family, name, from, to })

const vertebra = /^([ctls])(\d{1,2})$/
const span = /^([ctls])(\d{1,2})[/-]([ctls]?)(\d{1,2})$/
const nerves = wordsOf(
  'root, nerve, dermatome, radiculopathy, weighted, weighting, hyperintense, hyperintensity, signal, bright, dark, sequence',
)

function vertebrae(letter: string, first: number, last: number, token: Token): Place[] {
  const places: Place[] = []
  for (let one = first; one <= last && one - first < 12; one += 1) places.push(at(token, 'vertebra', letter + one))
  return places
}

/** Discs (`L4/5`, `L5-S1`) and vertebrae (`T12`, `L1-L5`, `C3 to C7`). */
function levels(clause: Clause): Place[] {
  return clause.flatMap((token, index): Place[] => {
    const [, letter = '', first, secondLetter = '', second] = span.exec(token.word) ?? []
    if (letter) {
      const own = secondLetter || letter
      const isRange = own === letter && number(second) - number(first) > 1
      return isRange
        ? vertebrae(letter, number(first), number(second), token)
        : [at(token, 'disc', `${letter}${first}/${own}${second}`)]
    }
    const [, one = '', level] = vertebra.exec(token.word) ?? []
    if (!one) return []
    const [to, end] = [clause[index + 1]?.word ?? '', vertebra.exec(clause[index + 2]?.word ?? '')]
    if (end?.[1] === one && ['to', 'through', 'and'].includes(to) && to !== 'and')
      return vertebrae(one, number(level), number(end[2]), token)
    return nerves.has(to) ? [] : [at(token, 'vertebra', `${one}${level}`)]
  })
}

const romans = new Map(['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'].map((word, index) => [word, index + 1]))
const segmentOf = (word: string) =>
  romans.get(word.replace(/[ab]$/, '')) ?? (/^[1-8][ab]?$/.test(word) ? Number.parseInt(word, 10) : null)

const units = wordsOf('mm, cm')

/** Liver segments: `segments II, V and VII`, `segment 4a`, `segment VII/VIII`. */
function segments(clause: Clause): Place[] {
  const places: Place[] = []
  clause.forEach((token, index) => {
    if (token.word !== 'segment') return
    for (let next = index + 1; next < clause.length && next < index + 12; next += 1) {
      const found = clause[next]
      // "Segment III, 6 cm" is one segment.
      if (!found || units.has(clause[next + 1]?.word ?? '')) break
      const values = found.word.split(/[/-]/).map(segmentOf)
      for (const value of values) if (value !== null) places.push(at(found, 'segment', String(value)))
      if (values.includes(null) && ![',', 'and', 'or', '&', 'to'].includes(found.word)) break
    }
  })
  return places
}

const ordinals = new Map(
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'].map(
    (word, index) => [word, index + 1],
  ),
)
const ordinalOf = (word: string) => ordinals.get(word) ?? number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1])
const rays = wordsOf('metacarpal, metatarsal, rib, toe, finger, digit, ray')

/** Bones that are counted: `fifth metacarpal`, `4th to 7th ribs`. */
function counted(clause: Clause): Place[] {
  const bones = clause.filter(({ word }) => rays.has(word))
  const [bone] = bones
  if (!bone || new Set(bones.map(({ word }) => word)).size > 1) return []
  const places: Place[] = []
  let before: number | null = null
  clause.forEach((token, index) => {
    const ends = token.word.split('-').map(ordinalOf)
    if (ends.some(Number.isNaN)) return
    const isTo = ['to', 'through'].includes(clause[index - 1]?.word ?? '') && before !== null
    const [first, last] = [isTo ? (before ?? 0) : (ends[0] ?? 0), ends.at(-1) ?? 0]
    for (let one = first; one <= last; one += 1) places.push(at(token, bone.word, String(one)))
    before = last
  })
  return places
}

/** Bones that bare numbers may be those of: `ribs 9 to 11`, `rib fractures (3-5)`. */
function bareNumbers(clause: Clause): Place[] {
  const bone = clause.find(({ word }) => rays.has(word))?.word
  if (!bone) return []
  const isBare = (token: Token | undefined): token is Token => token !== undefined && /^\d{1,2}$/.test(token.word)
  return clause.flatMap((token, index): Place[] => {
    if (!isBare(token) || units.has(clause[index + 1]?.word ?? '')) return []
    const end = ['to', 'through'].includes(clause[index + 1]?.word ?? '') ? clause[index + 2] : clause[index + 1]
    const [first, last] = [number(token.word), isBare(end) ? Math.max(number(end.word), number(token.word)) : number(token.word)]
    return Array.from({ length: Math.min(12, last - first + 1) }, (_, step) => at(token, bone, String(first + step)))
  })
}

function names(clause: Clause, phrases: Phrases<string>): Place[] {
  return findPhrases(clause, phrases).flatMap(({ name, first, last }) => {
    const [family = '', list = ''] = name.split(':')
    const token = { word: '', from: clause[first]?.from ?? 0, to: clause[last]?.to ?? 0 }
    return list.split('+').map((one) => at(token, family, one))
  })
}

const numbered = (clause: Clause): Place[] => [...levels(clause), ...segments(clause), ...counted(clause)]
const placesIn = (clause: Clause): Place[] => [...numbered(clause), ...names(clause, named)]
const key = ({ family, name }: Place) => `${family}:${name}`

/** A place of the impression that findings leave out or call normal, with the one that they name instead. */
export type OtherPlace = { from: number; to: number; words: string; other: string }

/** With these, it is there now too. */
const stillThere = wordsOf('chronic, known, old, healed, longstanding, long-standing, post, united')
const isPast = (clause: Clause) => findPhrases(clause, pasts).some(({ first }) => !stillThere.has(clause[first]?.word ?? ''))
const soundWords = wordsOf(
  'normal, normally, patent, intact, clean, thin, clear, spared, unremarkable, aerated, preserved, maintained',
)
/** Reports whether a clause says nothing but that its places are sound. */
const isSound = (clause: Clause) =>
  saysNormal(clause) ||
  (clause.some(({ word }) => soundWords.has(word)) &&
    abnormalIn(clause) === null &&
    findPhrases(statedPart(clause), concepts).length === 0)

/** Findings that any organ may have; others are of one by their name. */
const ofAnyOrgan: ReadonlySet<string> = new Set(['laceration', 'mass', 'tumour', 'cyst', 'metastasis', 'abscess', 'infarct'])

const advice = wordsOf('if, exclude, recommend, recommended, advise, advised, consider, may')

/** Where a finding is said to be: the names of its places of a family, and the side. */
type Located = { finding: string; places: readonly Place[]; side: string | undefined; beside: readonly string[] }

function locatedIn(clause: Clause): Located[] {
  // "Distal left ureter" is "distal ureter".
  const stated = statedPart(clause).filter(({ word }) => !sideWords.has(word))
  if (isSound(clause)) return []
  const places = [...numbered(stated).filter(({ family }) => family !== 'vertebra'), ...names(stated, ofFinding)]
  const known = findPhrases(stated, concepts)
  const found = [...known, ...findSigns(stated, known), ...findPhrases(stated, findingNames)]
  const all = [...new Set<string>(found.map(({ name }) => name))]
  return all.map((finding) => ({ finding, places, side: sideOf(clause)?.side, beside: all.filter((one) => one !== finding) }))
}

/** Returns the places that the impression gives to a finding which the findings have at one other place of the kind alone. */
function otherPlacesOfFindings({ text, clauses }: ReadText, impression: ReadText): OtherPlace[] {
  const concluded = impression.clauses
    .filter((clause) => !isPast(clause) && !clause.some(({ word }) => advice.has(word)))
    .flatMap(locatedIn)
    .filter(({ places }) => places.length > 0)
  if (concluded.length === 0) return []
  const found = new Map<string, Located[]>()
  for (const one of clauses.flatMap(locatedIn)) found.set(one.finding, [...(found.get(one.finding) ?? []), one])
  return concluded.flatMap(({ finding, places, side, beside }) =>
    [...new Set(places.map(({ family }) => family))].flatMap((family): OtherPlace[] => {
      if ((family === 'organ' && !ofAnyOrgan.has(finding)) || (family === 'disc' && finding === 'stenosis')) return []
      if (
        beside.some((one) =>
          found
            .get(one)
            ?.some((at) => at.places.some((place) => place.family === family && places.some((own) => key(own) === key(place)))),
        )
      )
        return []
      const own = places.filter((one) => one.family === family)
      const same = (found.get(finding) ?? []).map((one) => ({ ...one, places: one.places.filter((at) => at.family === family) }))
      const [first] = own
      const others = same.flatMap((one) => one.places)
      const [other] = others
      if (!first || !other || new Set(own.map(({ name }) => name)).size > 1 || new Set(others.map(({ name }) => name)).size > 1)
        return []
      if (same.some((one) => one.places.length === 0) || other.name === first.name) return []
      if (same.some((one) => one.side !== undefined && side !== undefined && one.side !== side)) return []
      return [
        {
          from: first.from,
          to: first.to,
          words: impression.text.slice(first.from, first.to),
          other: text.slice(other.from, other.to),
        },
      ]
    }),
  )
}

const commas = new Set([','])

/** Returns places of the impression that the findings do not name, or call normal, although they name others of their kind. `others` are texts that may name them too. */
export function otherPlaces(findings: ReadText, impression: ReadText, others: readonly ReadText[]): OtherPlace[] {
  const located = otherPlacesOfFindings(findings, impression)
  const concluded = impression.clauses
    .filter((clause) => !isPast(clause) && !saysNormal(clause))
    .flatMap((clause) => split(statedPart(clause), commas))
    .filter((part) => !isSound(part))
    .flatMap(placesIn)
  if (concluded.length === 0 || located.length > 0) return located
  const { clauses } = findings
  const known = new Set(
    clauses
      .filter((clause) => !isSound(clause))
      .flatMap((clause) => [...placesIn(clause), ...names(clause, loose), ...bareNumbers(clause)])
      .map(key),
  )
  for (const text of others) for (const clause of text.clauses) for (const place of placesIn(clause)) known.add(key(place))
  const stated = new Map<string, string>()
  for (const clause of clauses.filter((one) => !isSound(one) && !isPast(one)))
    for (const { family, from, to } of placesIn(statedPart(clause)))
      if (!stated.has(family)) stated.set(family, findings.text.slice(from, to))
  return concluded.flatMap((place) => {
    const other = stated.get(place.family)
    const { from, to } = place
    return other && !known.has(key(place)) ? [{ from, to, words: impression.text.slice(from, to), other }] : []
  })
}

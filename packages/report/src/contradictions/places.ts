import { isPlain, saysNormal } from './clause-words.ts'
import { type Clause, findPhrases, type Phrases, phrasesOf, type ReadText, type Token, wordsOf } from './clauses.ts'

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

/** Liver segments: `segments II, V and VII`, `segment 4a`, `segment VII/VIII`. */
function segments(clause: Clause): Place[] {
  const places: Place[] = []
  clause.forEach((token, index) => {
    if (token.word !== 'segment') return
    for (let next = index + 1; next < clause.length && next < index + 12; next += 1) {
      const found = clause[next]
      if (!found) break
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

/** Places with names, each in its ways: the kind, and one place or several. */
const named = phrasesOf({
  'lobe:upper': 'upper lobe, upper zone, RUL, LUL, lingula, lingular',
  'lobe:middle': 'middle lobe, RML, mid zone, middle zone',
  'lobe:lower': 'lower lobe, lower zone, RLL, LLL',
  'lobe:upper+middle': 'upper and middle lobe, upper and mid zone',
  'lobe:upper+lower': 'upper and lower lobe, upper and lower zone',
  'lobe:middle+lower': 'middle and lower lobe, mid and lower zone',
  'brain lobe:frontal': 'frontal lobe, frontal convexity, frontal, bifrontal',
  'brain lobe:parietal': 'parietal lobe, parietal convexity, parietal, biparietal',
  'brain lobe:temporal': 'temporal lobe, temporal convexity',
  'brain lobe:occipital': 'occipital lobe, occipital',
  'brain lobe:frontal+parietal': 'frontoparietal, fronto-parietal',
  'brain lobe:frontal+temporal': 'frontotemporal, fronto-temporal',
  'brain lobe:temporal+parietal': 'temporoparietal, temporo-parietal',
  'brain lobe:parietal+occipital': 'parietooccipital, parieto-occipital',
  'finger:thumb': 'thumb',
  'finger:index': 'index finger',
  'finger:middle': 'middle finger, long finger',
  'finger:ring': 'ring finger',
  'finger:little': 'little finger, small finger',
  'territory:middle': 'MCA, middle cerebral artery',
  'territory:anterior': 'ACA, anterior cerebral artery',
  'territory:posterior': 'PCA, posterior cerebral artery',
  'territory:inferior cerebellar': 'PICA, posterior inferior cerebellar artery',
  'coronary artery:descending': 'LAD, left anterior descending',
  'coronary artery:circumflex': 'LCx, circumflex',
  'coronary artery:right': 'RCA, right coronary artery',
  'prostate zone:peripheral': 'peripheral zone, PZ',
  'prostate zone:transition': 'transition zone, transitional zone, TZ',
  'meniscus:medial': 'medial meniscus, medial meniscal',
  'meniscus:lateral': 'lateral meniscus, lateral meniscal',
  'meniscus:medial+lateral': 'medial and lateral meniscus, medial and lateral menisci, both menisci, both meniscus',
  'malleolus:medial': 'medial malleolus, medial malleolar',
  'malleolus:lateral': 'lateral malleolus, lateral malleolar, distal fibula, distal fibular',
  'malleolus:medial+lateral': 'bimalleolar, trimalleolar',
})
/** Other names, which mean something else elsewhere: they confirm a place, and contradict none. */
const loose = phrasesOf({
  'territory:posterior': 'occipital',
  'territory:inferior cerebellar': 'cerebellar, cerebellum, vertebral',
  'lobe:upper': 'apical, apex, apice, suprahilar',
  'lobe:lower': 'basal, base, basilar, retrocardiac, costophrenic, hemidiaphragm, lung base',
  'lobe:middle': 'perihilar, hilar',
})

function names(clause: Clause, phrases: Phrases<string>): Place[] {
  return findPhrases(clause, phrases).flatMap(({ name, first, last }) => {
    const [family = '', list = ''] = name.split(':')
    const token = { word: '', from: clause[first]?.from ?? 0, to: clause[last]?.to ?? 0 }
    return list.split('+').map((one) => at(token, family, one))
  })
}

const placesIn = (clause: Clause): Place[] => [
  ...levels(clause),
  ...segments(clause),
  ...counted(clause),
  ...names(clause, named),
]
const key = ({ family, name }: Place) => `${family}:${name}`

/** A place of the impression that findings leave out or call normal, with the one that they name instead. */
export type OtherPlace = { from: number; to: number; words: string; other: string }

/** Returns places of the impression that the findings do not name, or call normal, although they name others of their kind. `others` are texts that may name them too. */
export function otherPlaces(findings: ReadText, impression: ReadText, others: readonly ReadText[]): OtherPlace[] {
  const concluded = impression.clauses.filter((clause) => isPlain(clause) && !saysNormal(clause)).flatMap(placesIn)
  if (concluded.length === 0) return []
  const { clauses } = findings
  const known = new Set(
    clauses
      .filter((clause) => !saysNormal(clause))
      .flatMap((clause) => [...placesIn(clause), ...names(clause, loose)])
      .map(key),
  )
  for (const text of others) for (const clause of text.clauses) for (const place of placesIn(clause)) known.add(key(place))
  const stated = new Map<string, string>()
  for (const clause of clauses.filter((one) => !saysNormal(one) && isPlain(one)))
    for (const { family, from, to } of placesIn(clause))
      if (!stated.has(family)) stated.set(family, findings.text.slice(from, to))
  return concluded.flatMap((place) => {
    const other = stated.get(place.family)
    const { from, to } = place
    return other && !known.has(key(place)) ? [{ from, to, words: impression.text.slice(from, to), other }] : []
  })
}

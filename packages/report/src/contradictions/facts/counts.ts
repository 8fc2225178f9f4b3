import { sideOf } from '../clause-words.ts'
import { type Clause, findPhrases, phrasesOf } from '../clauses.ts'
import { type Clash, clash, type Sentence, type Sentences } from './sentences.ts'

/** More than any number that is written as a word. */
const many = 99
/** More than anybody counts. */
const countless = 98
const fewest = 6
const numberTable = {
  1: 'single, solitary, one, isolated, sole, singleton, unifocal',
  2: 'two, 2, twin, dual, double',
  3: 'three, 3, triple, triplet',
  4: 'four, 4, quadruple',
  5: 'five, 5',
  6: 'six, 6',
  7: 'seven, 7',
  8: 'eight, 8',
  [countless]: 'innumerable, numerous, countless',
  [many]: 'multiple, multifocal',
} as const
const numbers = phrasesOf<`${keyof typeof numberTable}`>(numberTable)

/** Things that are counted, each by all its names. */
const counted = phrasesOf({
  lesion: 'lesion, nodule, mass, metastasis, metastase, deposit, focus, foci, tumor, tumour, abscess, abscesse, hemangioma',
  fracture: 'fracture, rib fracture, rib, fractured rib',
  stone: 'stone, calculus, calculi, gallstone',
  aneurysm: 'aneurysm',
  polyp: 'polyp',
  cyst: 'cyst',
  fetus: 'gestation, pregnancy, fetus, embryo, gestational sac, intrauterine pregnancy, intrauterine gestation, twin',
  infarct: 'infarct',
  vessel: 'vessel disease, vessel coronary disease, vessel coronary artery disease',
  node: 'lymph node, node',
  fibroid: 'fibroid, leiomyoma',
  adenoma: 'adenoma',
  plaque: 'plaque',
  embolus: 'embolus, emboli',
})

/** How many words may stand between a number and what it counts, and which end its reach. */
const reach = 4
const apart = new Set(
  ', : of in at with and or the mm cm ( ) to x on largest larger least over than other further additional new more separate second dominant suspicious another week day month year level part view vein artery'.split(
    ' ',
  ),
)

type Count = { name: string; count: number; sentence: Sentence }

/** `single-vessel` is two words here. */
const parted = (clause: Clause): Clause =>
  clause.flatMap((token) =>
    /^\p{L}+-(?:vessel|ring)$/u.test(token.word) ? token.word.split('-').map((word) => ({ ...token, word })) : [token],
  )

function countsIn(sentence: Sentence): Count[] {
  const clause = parted(sentence.clause)
  const things = findPhrases(clause, counted)
  return findPhrases(clause, numbers).flatMap(({ name, first, last }): Count[] => {
    const before = clause[first - 1]?.word ?? ''
    const thing = things.find((one) => one.last > last && one.first - last <= reach + 1)
    if (!thing || ['no', 'not', 'segment', 'grade', 'type', 'level', 'station', 'than', 'stage'].includes(before)) return []
    if (clause.slice(first, thing.first).some(({ word }, index) => index > 0 && apart.has(word))) return []
    return [{ name: thing.name, count: Number(name), sentence }]
  })
}

const ribs = /^(\d{1,2})(?:st|nd|rd|th)$/
const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]
/** Counts broken ribs that are listed: `4th, 5th and 6th ribs`. A span of ribs is not counted. */
function ribsIn(sentence: Sentence): Count[] {
  const words = sentence.clause.map(({ word }) => word)
  if (!words.includes('rib') || !words.some((word) => word.startsWith('fracture'))) return []
  if (words.some((word) => ['to', 'through', '-', 'no', 'old'].includes(word) || /\d-\d/.test(word))) return []
  const listed = new Set(words.filter((word) => ribs.test(word) || ordinals.includes(word)))
  return listed.size > 1 ? [{ name: 'fracture', count: listed.size, sentence }] : []
}

const arteries = phrasesOf({
  descending: 'LAD, left anterior descending',
  circumflex: 'LCx, circumflex, obtuse marginal',
  right: 'RCA, right coronary artery',
})
/** In percent: from here a coronary stenosis counts as disease of its vessel. */
const significant = 70
const isNarrow = ({ words, clause }: Sentence) =>
  [...words.matchAll(/(\d{2,3}) ?%/gu)].some(([, percent]) => Number(percent) >= significant) ||
  clause.some(({ word }) => word === 'occluded' || word === 'occlusion')

/** Counts the coronary arteries with a significant stenosis. */
function vesselsIn(sentences: readonly Sentence[]): Count[] {
  const narrow = sentences.filter((one) => isNarrow(one) && findPhrases(one.clause, arteries).length === 1)
  const vessels = new Set(narrow.flatMap(({ clause }) => findPhrases(clause, arteries).map(({ name }) => name)))
  const [sentence] = narrow
  return sentence && vessels.size > 1 ? [{ name: 'vessel', count: vessels.size, sentence }] : []
}

/** Returns numbers of the impression that the findings give otherwise for the same thing. `Multiple` is any number but one. */
export function otherCounts({ findings, impression }: Sentences): Clash[] {
  const concluded = impression.flatMap(countsIn)
  if (concluded.length === 0) return []
  const found = [...findings.flatMap(countsIn), ...findings.flatMap(ribsIn), ...vesselsIn(findings)]
  const isSame = (one: number, other: number) =>
    one === other ||
    (one > 1 && other > 1 && (one === many || other === many)) ||
    (Math.max(one, other) === countless && Math.min(one, other) >= fewest)
  return concluded.flatMap((own) => {
    const side = sideOf(own.sentence.clause)?.side
    const same = found.filter(({ name }) => name === own.name)
    const [other] = same
    const isOther = same.every((one) => {
      const otherSide = sideOf(one.sentence.clause)?.side
      return !isSame(one.count, own.count) && (!side || !otherSide || side === otherSide)
    })
    // A number that the findings have for something may be that of a part of the lesions, and several numbers may add up.
    const isCounted =
      new Set(same.map(({ count }) => count)).size > 1 ||
      (own.count > 1 &&
        own.count < many &&
        findings.some(({ clause }) =>
          findPhrases(clause, numbers).some(
            ({ name, first }) => Number(name) === own.count && own.count < many && !/^\d/.test(clause[first]?.word ?? ''),
          ),
        ) &&
        own.name !== 'vessel' &&
        own.name !== 'fracture')
    return other && isOther && !isCounted ? [clash(own.sentence, other.sentence)] : []
  })
}

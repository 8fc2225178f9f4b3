import { type Side, sideWords } from '../clause-words.ts'
import { type Clash, clash, type Sentence, type Sentences } from './sentences.ts'

/** A number of the findings, and words of the impression that do not go with it. */
type Reading = { number: RegExp; is: (value: number) => boolean; says: RegExp }

const ejection =
  /\b(?:LV)?(?:EF|ejection fraction)(?: (?:is|of|about|by|biplane|simpson|calculated|estimated|at))*:? ?(\d{1,2})(?:[-–]\d{1,2})? ?%/iu
const carotid = /\b(?:PSV|peak systolic velocity)(?: (?:is|of|in|the|right|left|ica|reaches))*:? ?(\d{2,3}) ?cm\/s/iu
const noNarrowing =
  /\bno (?:ha?emodynamically )?(?:significant|flow-limiting|critical) (?:carotid |coronary |arterial |ICA |renal artery )*(?:arter(?:y|ial) )?(?:stenosis|disease|narrowing)|non-?obstructive (?:coronary|disease)/iu
/** Limits with a margin, so that what can be argued about raises no alarm. */
const readings: readonly Reading[] = [
  {
    number: ejection,
    is: (value) => value < 45,
    says: /\b(?:normal|preserved|good) (?:left ventricular |LV |global |biventricular |overall )*(?:systolic |ejection |contractile )*(?:function|fraction|EF)\b/iu,
  },
  {
    number: ejection,
    is: (value) => value >= 55,
    says: /\b(?:reduced|impaired|poor|depressed) (?:left ventricular |LV |global |overall )*(?:systolic |ejection )*(?:function|fraction|EF)\b/iu,
  },
  {
    number: ejection,
    is: (value) => value < 35,
    says: /\b(?:mildly|slightly) (?:reduced|impaired|depressed)(?: left ventricular| LV| systolic| ejection)* (?:function|fraction|EF)\b/iu,
  },
  { number: carotid, is: (value) => value >= 230, says: noNarrowing },
  {
    number: carotid,
    is: (value) => value < 100,
    says: /\b(?:severe|critical|high-grade|tight) (?:(?:carotid|ICA|left|right) )*stenosis\b/iu,
  },
  { number: /\b(\d{2}) ?% (?:\p{L}+ ){0,3}stenosis\b/iu, is: (value) => value >= 70, says: noNarrowing },
  {
    number: /\b(?:24[- ]?(?:h|hr|hour)s? )?uptake(?: (?:is|of|at|24|h|hours?))*:? ?(\d{2}) ?%/iu,
    is: (value) => value > 40,
    says: /\bnormal (?:thyroid |tracer |radioiodine )*uptake\b/iu,
  },
  {
    number: /\bT-score(?: (?:is|of|in|the|lumbar|spine|hip))*:? ?[-−–](\d(?:\.\d)?)/iu,
    is: (value) => value >= 2.5,
    says: /\bnormal (?:bone )?(?:mineral )?density\b|\bosteopenia\b/iu,
  },
  {
    number: /\bT-score(?: (?:is|of|in|the|lumbar|spine|hip))*:? ?[-−–]([01](?:\.\d)?)\b/iu,
    is: (value) => value <= 2,
    says: /\bosteoporosis\b/iu,
  },
  {
    number: /\b(?:mean )?gradient(?: (?:is|of))*:? ?(\d{2}) ?mmHg/iu,
    is: (value) => value >= 40,
    says: /\b(?:no|mild|trivial) aortic (?:valve )?stenosis\b/iu,
  },
  {
    number: /\b(?:peak )?velocity(?: (?:is|of))*:? ?(\d\.\d) ?m\/s/iu,
    is: (value) => value >= 4,
    says: /\b(?:no|mild|trivial) aortic (?:valve )?stenosis\b/iu,
  },
  {
    number: /\bABI(?: (?:is|of|right|left))*:? ?0[.,](\d)/iu,
    is: (value) => value < 8,
    says: /\bnormal (?:ABI|ankle[- ]brachial|arterial|lower limb arterial)/iu,
  },
  {
    number: /\b(?:RVSP|PASP)(?: (?:is|of))*:? ?(\d{2}) ?mmHg/iu,
    is: (value) => value >= 50,
    says: /\bno pulmonary hypertension|normal (?:pulmonary|right heart) pressures?\b/iu,
  },
]

/** Returns sentences of the impression that do not go with a number of the findings, and no other number of the same kind explains. */
export const otherReadings = ({ findings, impression }: Sentences): Clash[] =>
  readings.flatMap(({ number, is, says }) => {
    const against = impression.find(({ words }) => says.test(words))
    if (!against) return []
    const read = findings.flatMap((one) => {
      const value = number.exec(one.words)?.[1]
      return value === undefined ? [] : [{ one, value: Number(value) }]
    })
    const [side, ...others] = sidesIn(against.words)
    const isOfSide = (words: string) => !side || others.length > 0 || sidesIn(words).every((one) => one === side)
    const own = read.filter(({ one }) => isOfSide(one.words))
    const odd = own.find(({ value }) => is(value))
    const isAll = says === noNarrowing || own.every(({ value }) => is(value))
    return odd && isAll ? [clash(against, odd.one)] : []
  })

/** A direction is no side: `shift to the left`. */
const direction = /\b(?:to|towards?|from) (?:the )?(?:left|right)\b/gu
const sidesIn = (words: string): Side[] => [
  ...new Set(
    words
      .toLowerCase()
      .replace(direction, '')
      .split(/[^a-z-]+/)
      .flatMap((word) => sideWords.get(word) ?? []),
  ),
]

const measure = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?) ?(mm|cm|%|cm\/s|ml)(?!\p{L})/giu
type Measured = { value: string; side: Side; sentence: Sentence }

/** The measures of a sentence with the side that they are of: that of their part between commas, else of all of the sentence. */
function measuresIn(sentence: Sentence): { value: string; side: Side | null; sentence: Sentence }[] {
  const all = sidesIn(sentence.words)
  return sentence.words.split(/, |; |: | and /u).flatMap((part) => {
    const own = sidesIn(part)
    const sides = own.length > 0 ? own : all
    return [...part.matchAll(measure)].map(([, value = '', unit = '']) => {
      const number = Number(value.replace(',', '.')) * (unit.toLowerCase() === 'cm' ? 10 : 1)
      return {
        value: `${number}${unit.toLowerCase().replace('cm', 'mm')}`,
        side: sides.length === 1 ? (sides[0] ?? null) : null,
        sentence,
      }
    })
  })
}

/** A dictation that takes back what it said. */
const corrected = /\bcorrection\b/iu

/** More measures than any section has. */
const most = 100

/** Returns sentences of the impression that give a measure to one side which the findings give to the other alone. */
export function otherSideMeasures({ findings, impression }: Sentences): Clash[] {
  const isSided = (one: { side: Side | null }): one is Measured => one.side !== null
  const concluded = impression.flatMap(measuresIn).filter(isSided).slice(0, most)
  if (concluded.length === 0) return []
  if (findings.some(({ words }) => corrected.test(words))) return []
  const found = findings.flatMap(measuresIn).slice(0, most)
  return concluded.flatMap((own) => {
    const same = found.filter(({ value }) => value === own.value)
    const [other] = same
    return other && same.every(({ side }) => side !== null && side !== own.side) ? [clash(own.sentence, other.sentence)] : []
  })
}

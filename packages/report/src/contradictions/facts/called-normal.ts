import { denying, saysNormal, sideOf, sideWords } from '../clause-words.ts'
import { type Clause, findPhrases, type Phrases, phrasesOf, wordsOf } from '../clauses.ts'
import { significant } from '../general-denials.ts'
import { inNouns } from '../normal-fields-terms.ts'
import { concepts, exceptions } from '../terms.ts'
import { abnormalIn, isOpenClause, split, statedPart } from './abnormal-signs.ts'
import { type Clash, clash, type Sentence, type Sentences } from './sentences.ts'

const normalWords = wordsOf('normal, unremarkable, negative')
/** Words for what is normal of an organ; of these, some deny only a part of what may be wrong. */
const soundWords = wordsOf('normal, unremarkable, negative, intact, clear, patent, preserved')
const partly = new Map([
  [
    'intact',
    wordsOf(
      'torn, tear, ruptured, rupture, disrupted, discontinuity, discontinuous, avulsed, avulsion, fracture, fractured, broken, perforated, retracted',
    ),
  ],
  ['preserved', wordsOf('loss, defect, fissure, ulceration')],
  ['patent', wordsOf('occluded, occlusion, thrombosed, thrombus, filling')],
])
/** A whole examination. */
const examinations = wordsOf(
  'study, examination, exam, scan, ct, mri, mr, mra, mrcp, cta, radiograph, radiography, x-ray, xray, film, ultrasound, sonogram, appearance, mammogram, mammography, series, ecg, ekg, electrocardiogram, echocardiogram, echo, swallow, meal, enema, urogram, cystogram, angiogram, venogram, arteriogram, doppler, scintigram, scintigraphy, renogram, spect, pet, hysterosalpingogram, view, imaging, follow-through, fluoroscopy, dexa, myelogram, perfusion',
)
/** Words of a sentence that leave the rest of the examination, or the whole of it, open. */
const rest = wordsOf(
  'other, otherwise, remaining, rest, else, remainder, apart, except, further, additional, new, post, after, following, residual, variant, probably, likely, near, limits',
)
/** Words that name no organ. */
const generic = wordsOf(
  'paranasal, fluid, bilaterally, normal, unremarkable, negative, clear, intact, patent, preserved, the, a, an, is, are, appear, appears, of, in, for, at, size, sized, calibre, caliber, signal, pattern, appearance, both, bilateral, side, throughout, within, age, position, contour, systolic, all, entire, completely, entirely, cervical, thoracic, lumbar, spinal, no, and, or, with, without, evidence, acute, abnormality, seen, structure, morphology, global, motion, width, course, total, well, on, gas, tracer, distribution, uniform, symmetrical, symmetric, enhancement, alignment, aligned, congruent, homogeneous, compressible, regular, tissue, soft, level, flow, findings',
)
/** Their sides are names. */
const chambers = wordsOf('ventricle, atrium')
/** Between a sign and an organ, these make it a sign of something beside it. */
const apart = wordsOf(
  'adjacent, near, beside, abutting, abut, behind, above, below, toward, towards, from, contacting, around, over, under, between, sparing, normal, than, to, into',
)

/** `No abnormality in the left leg veins`: of all that was examined, whatever else it names. An acute one alone is denied by the rules about regions. */
const nothing =
  /^\W*no (?:significant |sonographic |radiographic |radiological |demonstrable |scintigraphic |mammographic |focal |structural |ct |mri? |visible )*abnormalit(?:y|ies)\b/iu

/** Denials of one aspect of everything, and the words for it. */
const denials: readonly { says: RegExp; signs: Phrases<'sign'> }[] = [
  {
    says: /\bno (?:evidence of |residual )?(?:FDG[- ]?|metabolically )?(?:avid|active|hypermetabolic) (?:disease|lesions?|malignancy|nodes?|(?:lymph)?adenopathy)\b/iu,
    signs: phrasesOf({ sign: 'avid, intensely avid, FDG-avid, hypermetabolic' }),
  },
  {
    says: /\bno (?:abnormal|suspicious|pathological|focal) (?:tracer |FDG )?(?:uptake|avidity|activity|accumulation)\b/iu,
    signs: phrasesOf({ sign: 'intense uptake, increased uptake, focal uptake, avid, intensely avid, FDG-avid, hypermetabolic' }),
  },
  {
    says: /\bno (?:abnormal|pathological|suspicious) enhancement\b/iu,
    signs: phrasesOf({
      sign: 'ring-enhancing, rim-enhancing, enhancing lesion, enhancing mass, enhancing nodule, leptomeningeal enhancement, nodular enhancement',
    }),
  },
  {
    says: /\bno (?:neural|nerve|nerve root|root) (?:compromise|compression|impingement)\b|\bwithout (?:neural|nerve|root) (?:compromise|compression|impingement)\b/iu,
    signs: phrasesOf({
      sign: 'compressing, compresse, compresses, impinging, impinge, displacing, compression of the nerve, flattening',
    }),
  },
  {
    says: /\bno (?:significant )?mass effect\b/iu,
    signs: phrasesOf({ sign: 'midline shift, leftward midline shift, rightward midline shift, effacement, effaced, herniation' }),
  },
  {
    says: /\bno (?:regional )?wall motion abnormalit/iu,
    signs: phrasesOf({ sign: 'akinesis, akinetic, hypokinesis, hypokinetic, dyskinesis, dyskinetic' }),
  },
]
/** Reports whether a clause states a sign, and neither doubts nor denies it. */
const states = (clause: Clause, signs: Phrases<'sign'>) =>
  !isOpenClause(clause) && findPhrases(statedPart(clause), signs).length > 0

/** `Normal knee.` is about all of its examination. */
const bodyParts = wordsOf('chest, brain, head, abdomen, pelvis, knee, shoulder, wrist, ankle, hip, elbow, foot, hand, spine')
const longestPart = 3
const intensifiers = wordsOf('completely, entirely, essentially')

const isWhole = ({ clause, words }: Sentence) => {
  const names = (all: ReadonlySet<string>) => clause.some(({ word }) => all.has(word))
  const first = clause.find(({ word }) => !intensifiers.has(word))?.word ?? ''
  const isNormal = normalWords.has(first) || normalWords.has(clause.at(-1)?.word ?? '')
  return nothing.test(words) || (isNormal && (names(examinations) || (clause.length <= longestPart && names(bodyParts))))
}
/** Reports whether a clause states a finding that no normal examination has. A fracture of the skull is none of the brain. */
const isIll = (clause: Clause, isOfBrain: boolean) =>
  !isOpenClause(clause) &&
  findPhrases(statedPart(clause), concepts).some(({ name }) => significant.has(name) && !(isOfBrain && name === 'fracture'))
const isOpen = ({ clause }: Sentence) => clause.some(({ word }) => rest.has(word)) || findPhrases(clause, exceptions).length > 0
const isOtherSide = (one: Sentence, other: Sentence) => {
  const [own, others] = [sideOf(one.clause)?.side, sideOf(other.clause)?.side]
  return own !== undefined && others !== undefined && own !== others
}
/** Reports whether a sentence denies or calls normal, and says nothing else. */
const saysNothing = ({ clause }: Sentence) =>
  saysNormal(clause) || denying.has(clause[0]?.word ?? '') || clause.some(({ word }) => normalWords.has(word))

const inLists = new Set([',', 'and', ':'])
const commas = new Set([','])

/** Nouns, and the words that the sign of an abnormality may have; any if null. */
type Thing = { nouns: readonly string[]; signs: ReadonlySet<string> | null }

/** The nouns of each thing that a sentence calls normal. */
function normalThings({ clause }: Sentence): Thing[] {
  if (!clause.some(({ word }) => soundWords.has(word)) || clause.some(({ word }) => denying.has(word) || word === 'with'))
    return []
  const isAll = saysNormal(clause)
  const signs = clause.some(({ word }) => normalWords.has(word))
    ? null
    : (clause.flatMap(({ word }) => partly.get(word) ?? [])[0] ?? null)
  return split(clause, inLists)
    .filter((part) => isAll || part.some(({ word }) => soundWords.has(word)))
    .map((part) => inNouns(part.filter(({ word }) => !generic.has(word) && !/^\d/.test(word))).map(({ word }) => word))
    .map((nouns) => (nouns.some((noun) => chambers.has(noun)) ? nouns : nouns.filter((noun) => !sideWords.has(noun))))
    .map((nouns) => (nouns.length > 1 ? nouns.filter((noun) => noun !== 'gland') : nouns))
    .filter((nouns) => nouns.length > 0 && nouns.length <= 3)
    .map((nouns) => ({ nouns, signs }))
}

/** A sentence of the findings, with the parts of it that say that something is not normal: their words, and where the sign stands. */
type Abnormal = {
  sentence: Sentence
  isSick: boolean
  parts: readonly { words: readonly string[]; written: readonly string[]; first: number; last: number }[]
}

const abnormalParts = (sentence: Sentence): Abnormal => ({
  sentence,
  isSick: abnormalIn(sentence.clause) !== null && !saysNormal(sentence.clause),
  parts: split(sentence.clause, commas).flatMap((part) => {
    const hit = abnormalIn(part)
    const written = part.map(({ word }) => word)
    return hit && !written.some((word) => normalWords.has(word))
      ? [{ words: inNouns(part).map(({ word }) => word), written, ...hit }]
      : []
  }),
})

/** Reports whether a part of a sentence is about a thing, and nothing beside it. */
function isAbout({ words, written, first, last }: Abnormal['parts'][number], { nouns, signs }: Thing): boolean {
  if (!nouns.every((noun) => words.includes(noun)) || (signs && !written.some((word) => signs.has(word)))) return false
  const place = words.indexOf(nouns.at(-1) ?? '')
  return !words.slice(Math.min(place, last) + 1, Math.max(place, first)).some((word) => apart.has(word))
}

/** More different sentences that call something normal than any impression has. */
const most = 40

/** Returns sentences of the impression that find something wrong with what the findings call normal. What the findings find wrong with it themselves is left out. */
function abnormalAgain(findings: readonly Sentence[], found: readonly Abnormal[], impression: readonly Sentence[]): Clash[] {
  const concluded = impression.filter((one) => !isOpen(one)).map(abnormalParts)
  const has = ({ parts }: Abnormal, thing: Thing) => parts.some((part) => isAbout(part, thing))
  return (
    findings
      // Fields have a rule of their own.
      .filter((one) => !isOpen(one) && !one.clause.some(({ word }) => word === ':'))
      .slice(0, most)
      .flatMap((one) => {
        const things = normalThings(one).filter((thing) => !found.some((other) => has(other, thing)))
        const side = sideOf(one.clause)?.side
        const against = concluded.find(
          (other) =>
            (side === undefined || sideOf(other.sentence.clause)?.side === side) && things.some((thing) => has(other, thing)),
        )
        return against ? [clash(against.sentence, one)] : []
      })
  )
}

/** Returns sentences that find something wrong with what is called normal, in the impression or there and in the findings. */
export function calledNormal({ findings, impression }: Sentences): Clash[] {
  const isEmpty = impression.every(saysNothing)
  const abnormal = findings.map(abnormalParts)
  const said = new Map(impression.filter((one) => !isOpen(one)).map((one) => [one.words, one]))
  const own = [...said.values()].slice(0, most).flatMap((one) => {
    const things = normalThings(one)
    const isAll = isWhole(one)
    const isOfBrain = one.clause.some(({ word }) => word === 'brain')
    const ill = isAll ? impression.find((other) => other.from > one.to && isIll(other.clause, isOfBrain)) : undefined
    if (ill) return [clash(ill, one)]
    const whole = isEmpty && isAll
    const denied = denials.find(({ says }) => says.test(one.words))
    if (things.length === 0 && !whole && !denied) return []
    const against = abnormal.find(
      ({ sentence, isSick, parts }) =>
        ((denied && states(sentence.clause, denied.signs)) ||
          (whole && (isSick || isIll(sentence.clause, isOfBrain))) ||
          parts.some((part) => things.some((thing) => isAbout(part, thing)))) &&
        !isOtherSide(one, sentence),
    )
    return against ? [clash(one, against.sentence)] : []
  })
  return [...own, ...abnormalAgain(findings, abnormal, impression)]
}

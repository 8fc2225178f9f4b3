import { type Assertion, isExcepted } from './assertions.ts'
import { type Clause, clausesOf, findPhrases, phrasesOf, type ReadText, wordsOf } from './clauses.ts'
import { type Concept, concepts, otherReports } from './terms.ts'

const acute = {
  brain: [
    'hemorrhage',
    'subdural',
    'epidural',
    'subarachnoid',
    'intraventricular',
    'hydrocephalus',
    'infarct',
    'herniation',
    'midlineShift',
    'mass',
  ],
  chest: ['consolidation', 'pneumonia', 'pneumothorax', 'pleuralEffusion', 'edema', 'embolism', 'mass'],
  bones: ['fracture', 'dislocation'],
  spine: ['fracture', 'dislocation', 'cordCompression'],
  abdomen: [
    'appendicitis',
    'obstruction',
    'pneumoperitoneum',
    'cholecystitis',
    'diverticulitis',
    'pancreatitis',
    'abscess',
    'hydronephrosis',
    'laceration',
    'intussusception',
    'extravasation',
    'torsion',
  ],
  vessels: ['dissection', 'occlusion', 'thrombosis', 'embolism', 'extravasation'],
  kidneys: ['hydronephrosis', 'laceration'],
  joints: ['meniscalTear', 'ligamentTear', 'tendonTear', 'dislocation'],
  organs: ['laceration', 'extravasation'],
} as const satisfies Record<string, readonly Concept[]>
type Region = keyof typeof acute

/** Concepts that no normal study has. */
export const significant: ReadonlySet<Concept> = new Set<Concept>([
  ...Object.values(acute).flat(),
  ...(['metastasis', 'renalStone', 'gallstone', 'aneurysm'] as const),
])

const regionWords: Record<Region, ReadonlySet<string>> = {
  brain: wordsOf('intracranial, cerebral, intracerebral, brain, neurological, extra-axial'),
  chest: wordsOf('cardiopulmonary, pulmonary, intrathoracic, thoracic, cardiothoracic, chest, lung, pleural, airspace'),
  bones: wordsOf('bony, osseous, bone, skeletal, musculoskeletal, facial, maxillofacial'),
  spine: wordsOf('spine, spinal, vertebral'),
  abdomen: wordsOf('abdominal, intra-abdominal, intraabdominal, abdominopelvic, abdomen, pelvic, intraperitoneal'),
  vessels: wordsOf('vascular, arterial, aortic, venous'),
  kidneys: wordsOf('genitourinary, renal, urinary, urological'),
  joints: wordsOf('internal, ligamentous, meniscal, tendinous'),
  organs: wordsOf('visceral, organ'),
}
const regions = [
  'brain',
  'chest',
  'bones',
  'spine',
  'abdomen',
  'vessels',
  'kidneys',
  'joints',
  'organs',
] as const satisfies readonly Region[]

const nouns = wordsOf(
  'abnormality, finding, pathology, inflammation, process, disease, injury, insult, event, lesion, trauma, complication, problem, derangement, syndrome, emergency',
)
/** Words that say nothing about where, beside a denial of everything. */
const plain = wordsOf(
  'acute, inflammatory, sonographic, preoperative, significant, demonstrable, evidence, of, for, active, emergent, sign, convincing, obvious, traumatic, post-traumatic, radiographic, radiological, ct, mri, or, and, any, an, the, in, cervical, lumbar, solid, seen, identified',
)
/** Nouns that deny everything by themselves; "no lesion" does not. */
const whole = wordsOf('abnormality, finding, pathology, inflammation, process, injury, trauma, complication')
/** Nouns that deny everything behind "acute" or "active". */
const wholeIfAcute = wordsOf('disease')
const acuteWords = wordsOf('acute, active')
const appropriate = phrasesOf({
  age: 'age-appropriate, age appropriate, appropriate for age, normal for age, in keeping with age',
})
const ofAll = wordsOf('appearance, brain, head, ct, mri, scan, study, examination, exam')
const rest = wordsOf(
  'other, otherwise, further, additional, else, new, remaining, apart, except, aside, beside, besides, beyond, addition, excepting, excluding',
)

/** A denial of everything in a region, or everywhere (null). */
type Denial = { region: Region | null; noun: string; from: number; to: number }

const normalWords = wordsOf('normal, unremarkable')
/** A sentence of these words and a region calls the whole region normal. */
const aroundNormal = wordsOf(
  'the, a, an, is, are, appear, appearance, of, entirely, completely, ct, mri, mr, scan, study, examination, exam, for, age, :',
)

/** Returns the region that a whole clause calls normal: `Normal brain`, `The brain is unremarkable`. */
function wholeIn(clause: Clause): Region | null {
  const others = clause.map(({ word }) => word).filter((word) => !normalWords.has(word) && !aroundNormal.has(word))
  const [name] = others
  if (!name || others.length > 1 || !clause.some(({ word }) => normalWords.has(word))) return null
  return regions.find((region) => regionWords[region].has(name)) ?? null
}

function denialIn(clause: Clause, next: Clause | undefined): Denial | null {
  if (isExcepted(clause, next) || clause.some(({ word }) => rest.has(word)) || findPhrases(clause, otherReports).length > 0)
    return null
  const place = (first: number, last: number) => ({ from: clause[first]?.from ?? 0, to: clause[last]?.to ?? 0 })
  const [age] = findPhrases(clause, appropriate)
  const isAge = age?.first === 0 && age.last === clause.length - 1
  if (age && (isAge || clause.some(({ word }) => ofAll.has(word))) && clause.length <= age.last - age.first + 6)
    return { region: null, noun: '', ...place(age.first, age.last) }
  const normal = wholeIn(clause)
  if (normal) return { region: normal, noun: '', ...place(0, clause.length - 1) }
  const first = clause.findIndex(({ word }, index) => word === 'no' || word === 'without' || (word === 'negative' && index === 0))
  const length = first < 0 ? -1 : clause.slice(first).findIndex(({ word }) => nouns.has(word))
  if (length <= 0) return null
  const between = clause.slice(first + 1, first + length).map(({ word }) => word)
  const noun = clause[first + length]?.word ?? ''
  const region = regions.find((one) => between.some((word) => regionWords[one].has(word))) ?? null
  const isKnown = between.every((word) => plain.has(word) || regions.some((one) => regionWords[one].has(word)))
  const isWhole = whole.has(noun) || (wholeIfAcute.has(noun) && between.some((word) => acuteWords.has(word)))
  if (!isKnown || (region === null && !isWhole)) return null
  return { region, noun, ...place(first, first + length) }
}

const injuries: readonly Concept[] = ['fracture', 'dislocation', 'laceration', 'extravasation']
const complications: readonly Concept[] = ['pneumothorax', 'hemorrhage', 'softTissueHematoma', 'pneumoperitoneum']
const inflammations: readonly Concept[] = ['appendicitis', 'cholecystitis', 'diverticulitis', 'pancreatitis', 'abscess']
/** The concepts that a noun denies by itself: "no injury" is about broken things alone. */
const ofNoun = new Map([
  ['injury', injuries],
  ['trauma', injuries],
  ['complication', complications],
  ['inflammation', inflammations],
])
/** Without the tears, which are often old: only a denial of the joint itself is about them. */
const all: readonly Concept[] = regions.flatMap((region): readonly Concept[] => (region === 'joints' ? [] : acute[region]))

/** A trace of something is often called nothing. */
const minor = wordsOf('trace, minimal, tiny, minor, small, slight, physiological, degenerative')

/** Findings that are never called nothing, however small. */
const never: readonly Concept[] = [
  'pneumothorax',
  'pneumoperitoneum',
  'hemorrhage',
  'subdural',
  'epidural',
  'subarachnoid',
  'embolism',
  'fracture',
]

/** Returns true if a finding is called minor in its own clause: not in the words behind it, which may be about another one. */
const isMinor = (clause: Clause, end: number) =>
  clause.some(({ word, to }, place) => to <= end && minor.has(word) && clause[place + 1]?.word !== 'bowel')

/** More denials than any report has. */
const most = 40

/** A denial of everything in the impression, and what the findings state. */
export type DeniedByAll = { from: number; to: number; words: string; other: string; isOwn?: boolean }

/** Returns denials of a whole region in the impression, with a finding of that region that the impression states next, or the findings alone. `concluded`: what the impression states. */
export function generalDenials(
  said: readonly Assertion[],
  concluded: readonly Assertion[],
  findings: ReadText,
  impression: ReadText,
): DeniedByAll[] {
  const { clauses } = impression
  const denials = clauses.flatMap((clause, index) => denialIn(clause, clauses[index + 1]) ?? []).slice(0, most)
  if (denials.length === 0) return []
  const absent = new Set(said.filter(({ is }) => is === 'absent').map(({ concept }) => concept))
  const named = new Set(clauses.flatMap((clause) => findPhrases(clause, concepts).map(({ name }) => name)))
  return denials.flatMap(({ region, noun, ...denial }) => {
    const denied: readonly Concept[] = region ? acute[region] : (ofNoun.get(noun) ?? all)
    const words = impression.text.slice(denial.from, denial.to)
    // "No acute aortic syndrome" is about no lung.
    const own = (region === 'vessels' ? [] : concluded).find(
      ({ concept, isLasting, quote }) =>
        [...never, 'infarct'].includes(concept) &&
        denied.includes(concept) &&
        !isLasting &&
        (region === null || quote.from > denial.to) &&
        !clausesOf(impression.text.slice(quote.from, quote.to)).some((clause) => clause.some(({ word }) => minor.has(word))),
    )
    if (own) return [{ ...own.quote, words: impression.text.slice(own.quote.from, own.quote.to), other: words, isOwn: true }]
    if (denied.some((concept) => named.has(concept) && !absent.has(concept))) return []
    const stated = said.find(
      ({ is, concept, isLasting, quote, to }) =>
        is === 'present' &&
        denied.includes(concept) &&
        !isLasting &&
        (never.includes(concept) ||
          !clausesOf(findings.text.slice(quote.from, quote.to)).some((clause) => isMinor(clause, to - quote.from))),
    )
    if (!stated) return []
    return [{ ...denial, words, other: findings.text.slice(stated.quote.from, stated.quote.to) }]
  })
}

import { isPlain, sideOf } from '../clause-words.ts'
import { findPhrases, phrasesOf, wordsOf } from '../clauses.ts'
import { doubts, lasting, negations } from '../terms.ts'
import { split } from './abnormal-signs.ts'
import { type Clash, clash, type Sentence, type Sentences } from './sentences.ts'

/** Words about a thing (`of`, or anything), and the words that contradict them. */
const table: readonly [of: string | null, one: string, other: string][] = [
  [
    null,
    'type A',
    'ascending aorta spared, ascending aorta normal, ascending aorta is normal, ascending aorta not involved, ascending aorta is spared, spare the ascending aorta, sparing the ascending aorta, left subclavian origin, distal to the left subclavian, beyond the left subclavian, type B',
  ],
  [
    null,
    'type B',
    'involve the ascending aorta, in the ascending aorta, from the aortic root, involving the ascending aorta, type A',
  ],
  [
    null,
    'deep vein thrombosis, deep venous thrombosis, DVT, thrombus, thrombosis, thrombosed, non-compressible, not compress, noncompressible, incompressible, filling defect, echogenic material',
    'compress completely, compress fully, compress normally, fully compressible, compress throughout, compressible throughout, deep vein patent, deep vein are patent, deep vein are compressible',
  ],
  [
    'CRM, circumferential resection margin, resection margin, margin, mesorectal fascia',
    'clear, free, uninvolved, negative',
    'involved, positive, threatened, breached, invaded',
  ],
  [
    'perfusion, uptake, distribution, signal, echotexture, texture, enhancement',
    'homogeneous, uniform, symmetrical, symmetric',
    'defect, heterogeneous, patchy, photopenic, asymmetric',
  ],
  ['cervix', 'closed', 'open, dilated, funnelling, funneling'],
  ['presentation, fetus, lie', 'cephalic, vertex', 'breech, transverse lie, transverse'],
  ['placenta', 'anterior', 'posterior'],
  ['placenta', 'clear of the os, high', 'cover the internal os, covering the internal os, previa, praevia'],
  ['thickness, tear', 'full-thickness, full thickness, complete', 'partial-thickness, partial thickness, partial'],
  [
    'ACL, PCL, MCL, LCL, achille, supraspinatus, biceps',
    'complete, full-thickness, full thickness',
    'partial, partial-thickness, partial thickness',
  ],
  ['fistula, tract, track', 'intersphincteric', 'transsphincteric, trans-sphincteric'],
  ['stone, calculus', 'non-obstructing, nonobstructing', 'obstructing'],
  ['fracture', 'undisplaced, nondisplaced, non-displaced', 'displaced, markedly displaced, severely displaced'],
  ['fracture', 'intra-articular', 'extra-articular, extraarticular'],
  [
    'tip, tube, line, catheter, PICC',
    'in the stomach, in stomach, satisfactory, correct position, good position, appropriate position, well positioned, well-positioned, adequate',
    'right main bronchus, right mainstem bronchus, esophagus, bronchus intermedius, left main bronchus, lower lobe bronchus, internal jugular, azygos',
  ],
  [
    'wall, segment, ventricle, function, LV, septum',
    'normal wall motion, no regional wall motion',
    'akinesis, akinetic, hypokinesis, hypokinetic, dyskinesis, dyskinetic',
  ],
  ['defect, ischemia', 'reversible', 'fixed, irreversible'],
  ['defect, ischemia', 'fixed', 'reversible'],
  ['nodule, lesion, mass, focus, node', 'cold, non-avid, photopenic', 'hot, avid, intensely avid'],
  ['stent, graft, shunt, bypass, fistula', 'patent', 'occluded, occlusion, thrombosed'],
  ['flow, vein, portal', 'hepatopetal', 'hepatofugal'],
  ['cyst, lesion', 'simple', 'septated, solid component, complex, mural nodule'],
]
const rows = table.flatMap(([of, one, other]) => {
  const row = { of: of === null ? null : phrasesOf({ of }), one: phrasesOf({ said: one }), other: phrasesOf({ said: other }) }
  return [
    row,
    ...(of === null || one === 'reversible' || one === 'fixed' ? [] : [{ of: row.of, one: row.other, other: row.one }]),
  ]
})

const isOpen = ({ clause }: Sentence) =>
  !isPlain(clause) ||
  findPhrases(clause, doubts).some(({ name }) => name === 'doubt') ||
  clause.some(({ word }) => lasting.has(word))
const isOtherSide = (one: Sentence, other: Sentence) => {
  const [own, others] = [sideOf(one.clause)?.side, sideOf(other.clause)?.side]
  return own !== undefined && others !== undefined && own !== others
}
const has = ({ clause }: Sentence, phrases: ReturnType<typeof phrasesOf<'said'>>) => findPhrases(clause, phrases).length > 0

/** The parts of a sentence between its commas, each with the words of the whole. */
const partsOf = (sentence: Sentence): Sentence[] => split(sentence.clause, commas).map((clause) => ({ ...sentence, clause }))
const commas = new Set([','])

/** More parts than any section has. */
const most = 120

/** Returns sentences of the impression that say the opposite of what the findings say of the same thing. */
export function opposites({ findings, impression }: Sentences): Clash[] {
  const [all, own] = [findings.flatMap(partsOf).slice(0, most), impression.flatMap(partsOf).slice(0, most)]
  const [found, concluded] = [all.filter((one) => !isOpen(one)), own.filter((one) => !isOpen(one))]
  const words = new Set(concluded.flatMap(({ clause }) => clause.map(({ word }) => word)))
  const isPossible = ({ one }: (typeof rows)[number]) => [...one.keys()].some((first) => words.has(first))
  return rows.filter(isPossible).flatMap(({ of, one, other }) => {
    const isOf = (sentence: Sentence) => of === null || findPhrases(sentence.clause, of).length > 0
    const [at, ...more] = concluded.filter((sentence) => has(sentence, one) && isOf(sentence))
    if (!at || more.length > 0 || concluded.some((sentence) => has(sentence, other) && isOf(sentence))) return []
    if (all.some((sentence) => has(sentence, one) && isOf(sentence))) return []
    const names = of === null ? null : new Set(findPhrases(at.clause, of).map(({ first }) => at.clause[first]?.word))
    const against = found.filter(
      (sentence) => has(sentence, other) && (names === null || sentence.clause.some(({ word }) => names.has(word))),
    )
    const [first] = against
    return first && (of === null || against.length === 1) && !isOtherSide(at, first) ? [clash(at, first)] : []
  })
}

const grades = phrasesOf({
  0: 'trivial, trace, minimal, minor, no significant',
  1: 'mild, slight',
  2: 'moderate',
  3: 'severe, marked, critical, torrential, gross, massive',
})
/** What is graded: each is one thing, however it is called. */
const graded = phrasesOf({
  mitral: 'mitral regurgitation, mitral insufficiency, MR',
  aorticLeak: 'aortic regurgitation, AR, aortic insufficiency',
  tricuspid: 'tricuspid regurgitation, TR',
  regurgitation: 'regurgitation',
  aorticStenosis: 'aortic stenosis, aortic valve stenosis',
  canal: 'canal stenosis, spinal canal stenosis, central canal stenosis',
  hydronephrosis: 'hydronephrosis',
  effusion: 'pleural effusion, joint effusion, pericardial effusion, effusion',
  steatosis: 'steatosis, fatty infiltration',
  emphysema: 'emphysema',
  osteoarthritis: 'osteoarthritis, OA',
  cardiomegaly: 'cardiomegaly',
  ascites: 'ascites, ascite, free fluid',
  stenosis: 'stenosis',
})
/** Words that may stand between a grade and what it grades. */
const between = wordsOf(
  'left, right, bilateral, central, eccentric, functional, secondary, primary, diffuse, focal, generalised, generalized, acute, hepatic, small, to',
)

/** Between a thing and its grade: `steatosis, severe`. */
const joints = wordsOf(',, :, is, are')

type Grade = { name: string; grade: number; sentence: Sentence }
function gradesIn(sentence: Sentence): Grade[] {
  if (isOpen(sentence) || findPhrases(sentence.clause, negations).length > 0) return []
  const { clause } = sentence
  const things = findPhrases(clause, graded)
  return findPhrases(clause, grades).flatMap(({ name, first, last }): Grade[] => {
    const next = things.find(
      (one) => one.first > last && clause.slice(last + 1, one.first).every(({ word }) => between.has(word)),
    )
    const isLast = last === clause.length - 1
    const thing = next ?? things.find((one) => isLast && one.last === first - 2 && joints.has(clause[first - 1]?.word ?? ''))
    if (!thing) return []
    // A valve may be named by one of its leaflets.
    const valve =
      thing.name === 'regurgitation' ? ['mitral', 'tricuspid'].find((one) => clause.some(({ word }) => word === one)) : undefined
    return [{ name: valve ?? thing.name, grade: Number(name), sentence }]
  })
}

/** As far as two readers may differ. */
const furthest = 1

/** Returns sentences of the impression that grade a thing otherwise than the findings, by more than a step, where each grades it once. */
export function otherGrades({ findings, impression }: Sentences): Clash[] {
  const [found, concluded] = [findings.flatMap(gradesIn), impression.flatMap(gradesIn)]
  return concluded.flatMap((own) => {
    const [same, ...more] = found.filter(({ name }) => name === own.name)
    const isOnce = more.length === 0 && concluded.filter(({ name }) => name === own.name).length === 1
    return same && isOnce && Math.abs(same.grade - own.grade) > furthest && !isOtherSide(own.sentence, same.sentence)
      ? [clash(own.sentence, same.sentence)]
      : []
  })
}

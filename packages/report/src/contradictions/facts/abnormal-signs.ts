import { denying } from '../clause-words.ts'
import { type Clause, findPhrases, phrasesOf, type Token, wordsOf } from '../clauses.ts'
import { doubts, exceptions, lasting, negations, pasts } from '../terms.ts'

/** Words that say that something is not normal, of whatever organ. A nodule or a simple cyst may be there in a normal examination, and is left out. */
const signs = phrasesOf({
  size: 'dilated, dilatation, dilation, enlarged, enlargement, thickened, thickening, widened, widening, D-shaped, cardiomegaly, swollen, swelling, bulky, atrophic, atrophy, hypertrophied, hypertrophy, prominent, ballooned',
  form: 'displaced, displacement, dislocated, dislocation, subluxed, subluxation, fracture, fractured, broken, lucent line, lucency, step-off, step off, cortical break, avulsed, avulsion, erosion, eroded, destroyed, destruction, irregular, deformed, deformity, collapsed, collapse, angulated, angulation, depressed, slipped, flattened, flattening, obliterated, blunted, narrowed, narrowing, stenosis, stenosed, stricture, occluded, occlusion, cut-off, beaked, beaking, torn, tear, discontinuity, discontinuous, ruptured, rupture, disrupted, retracted, perforated, invaded, invading, compressed, compressing, pouch, outpouching, extruded, extrusion, protrusion, herniated, herniation, hernia, elevated, pulled up, tapering, apple-core, bowing',
  content:
    'syrinx, intussusception, hydrosalpinx, perforation, heart block, honeycombing, reticulation, suprasellar extension, emphysematous, intramural gas, gas within, varicosity, fibroid, cirrhosis, cirrhotic, necrosis, osteonecrosis, necrotic, sinusitis, sclerosis, nodularity, chondral loss, cartilage loss, abnormality, disruption, encasement, encased, malrotation, stenotic, thrombosis, carcinoma, cancer, metastatic, malignant, pneumonia, appendicitis, cholecystitis, pancreatitis, diverticulitis, osteomyelitis, arthritis, torsion, infiltrating, diverticulum, polyp, ring-enhancing, ring enhancing, rim-enhancing, rim enhancing, enhancing lesion, kerley b line, vascular congestion, diversion, air-fluid level, air fluid level, collection, effusion, hematoma, hemorrhage, thrombus, thrombosed, filling defect, defect, stone, calculus, calculi, mass, tumor, tumour, abscess, metastasis, metastase, consolidation, consolidated, opacity, opacification, opacified, cavitary, cavitating, cavitation, pneumothorax, free gas, free air, stranding, edema, edematous, infarct, infarction, hydronephrosis, aneurysm, aneurysmal, dissection, flap, vegetation, pus, debris, extravasation, leak, regurgitation, reflux, aspiration, spiculated, pleomorphic, infiltration, infiltrate, infiltrated, plaque, lymphadenopathy, lytic, ulcer, ulcerated, ulceration, fistula, varix, varice, retain contrast, retains contrast, retention, hold-up',
  signal:
    'ill-defined, hypodense lesion, hypoattenuating, hyperenhancement, hyperenhancing, hyperintense, hyperintensity, hypointense, hyperdense, hypodense, hypodensity, hypoechoic, heterogeneous, posterior attenuation, increased echogenicity, restricted diffusion, hypoenhancing, hyperemic, hyperemia, avid, hypermetabolic, hot spot, photopenic, photopenia, intense uptake, increased uptake, focal uptake, abnormal uptake, reduced uptake, decreased uptake, increased tracer, increased activity, abnormal signal, increased signal, high signal, abnormal enhancement, absent flow, reversed flow, absent uptake',
  function:
    'hypokinesis, hypokinetic, akinesis, akinetic, dyskinesis, dyskinetic, impaired, reduced, delayed, prolonged, obstructed, incompetent, non-compressible, noncompressible, incompressible, torsed, flail, paralysed, paralyzed, immobile, tachycardia, bradycardia, fibrillation, ST elevation, ST depression, inverted',
})

/** With these, what is there is often called normal. */
const minor = wordsOf(
  'trace, trivial, minimal, minor, tiny, mild, mildly, small, slight, slightly, physiological, physiologic, degenerative, variant, healed, chronic, chronic-appearing, old, simple, benign, incidental, spondylotic, postoperative, post-operative, postsurgical, atherosclerotic, calcified, well-corticated, corticated, bipartite, overlying, artifact, artefact, expected, postural, senile, involutional, age-related, typical, if',
)
const organsOfSize = new Set(['bowel', 'intestine', 'joint', 'loop', 'vessel'])

/** Splits a clause at marks, which are left out. */
export function split(clause: Clause, marks: ReadonlySet<string>): Clause[] {
  const parts: Token[][] = [[]]
  for (const token of clause)
    if (marks.has(token.word)) parts.push([])
    else parts.at(-1)?.push(token)
  return parts.filter((part) => part.length > 0)
}

/** These deny what stands before them: `Bleeding: none`, `fracture not seen`. */
const denyingBefore = wordsOf('none, nil, not')

/** Returns the part of a clause that states something: up to what it denies. */
export function statedPart(clause: Clause): Clause {
  const end = clause.findIndex(({ word }) => denying.has(word))
  if (end < 0) return clause
  const isDenied = denyingBefore.has(clause[end]?.word ?? '') || clause[end - 1]?.word === ':'
  return isDenied ? [] : clause.slice(0, end)
}

/** Reports whether a clause leaves open what it says, or is about another time. */
export const isOpenClause = (clause: Clause): boolean =>
  findPhrases(clause, pasts).length > 0 ||
  findPhrases(clause, doubts).some(({ name }) => name === 'doubt') ||
  findPhrases(clause, exceptions).length > 0 ||
  findPhrases(clause, limits).length > 0 ||
  clause.some(({ word }) => lasting.has(word))
const isMinor = (clause: Clause) =>
  clause.some(({ word }, place) => minor.has(word) && !organsOfSize.has(clause[place + 1]?.word ?? ''))
const limits = phrasesOf({ normal: 'normal limit, normal for age, normal variant, upper limit of normal' })
const joints = new Set([',', 'and', 'with'])

/** Returns the words of a clause that say that something is not normal, without doubt and of this examination. */
export function abnormalIn(clause: Clause): { first: number; last: number } | null {
  // A label names what its value is about: `Cavity: empty`.
  const stated = statedPart(clause).slice(clause.findIndex(({ word }) => word === ':') + 1)
  if (isOpenClause(clause) || findPhrases(stated, negations).length > 0) return null
  const parts = split(stated, joints).filter((part) => !isMinor(part))
  const hits = parts.flatMap((part) =>
    findPhrases(part, signs).map(({ first, last }) => ({ from: part[first]?.from, to: part[last]?.to })),
  )
  const [hit] = hits
  if (!hit) return null
  const [first, last] = [clause.findIndex(({ from }) => from === hit.from), clause.findIndex(({ to }) => to === hit.to)]
  return { first, last }
}

import { denying } from './clause-words.ts'
import { type Clause, findPhrases, type Hit, phrasesOf, wordsOf } from './clauses.ts'
import type { Concept } from './terms.ts'

/** Words of a part and of what happened to it, which together name a concept: `the ACL is torn`. */
type Sign = {
  concept: Concept
  part: ReturnType<typeof phrasesOf<'part'>>
  change: ReturnType<typeof phrasesOf<'change'>>
  /** Its absence denies nothing: a fracture may have no step-off. */
  isOneWay: boolean
}

const sign = (concept: Concept, part: string, change: string, isOneWay = false): Sign => ({
  concept,
  part: phrasesOf({ part }),
  change: phrasesOf({ change }),
  isOneWay,
})

const torn = 'tear, torn, rupture, ruptured, discontinuity, discontinuous, disrupted, disruption'
const dilated = 'dilated, dilatation, dilation, distended'
const signs: readonly Sign[] = [
  sign('ligamentTear', 'ACL, PCL, MCL, LCL, cruciate, collateral ligament, ligament', torn),
  sign('meniscalTear', 'meniscus, meniscal, menisci', 'tear, torn'),
  sign(
    'tendonTear',
    'supraspinatus, infraspinatus, subscapularis, achille tendon, rotator cuff, quadriceps tendon, patellar tendon',
    torn,
  ),
  sign(
    'thrombosis',
    'vein, femoral, popliteal',
    'not compress, not compressible, thrombosed, do not compress, does not compress, fail to compress, failed to compress, not be compressed, cannot be compressed, lack compressibility, lack of compressibility, loss of compressibility, incompletely compressible, partially compressible, partly compressible, not fully compressible',
  ),
  sign(
    'pneumothorax',
    'pleural line, pleural edge, pleural margin',
    'absent lung marking, absence of lung marking, no lung marking, without lung marking, lung marking absent, absent vascular marking, no vascular marking, no peripheral lung marking, absent peripheral lung marking',
  ),
  sign('obstruction', 'small bowel, bowel loop, jejunal loop, ileal loop', dilated),
  sign('hydronephrosis', 'collecting system, renal pelvis, pelvicalyceal system, ureter', dilated),
  sign('hydrocephalus', 'ventricle, ventricular system, temporal horn', `${dilated}, enlarged, ballooned`),
  sign(
    'dislocation',
    'humeral head, femoral head, radial head',
    'lie anterior, lie posterior, lie inferior, lies anterior, lies posterior, displaced, dislocated',
  ),
  sign(
    'fracture',
    'styloid, malleolus, tuberosity, epicondyle, process, rib, ramus, rami',
    'avulsed, avulsion, fractured, break',
  ),
  sign('fracture', 'neck, shaft, cortex', 'lucent line, lucency'),
  sign(
    'fracture',
    'cortex, cortical, metaphysis, metaphyseal, condyle, plateau, radius, ulna, tibia, fibula, humerus, femur, metacarpal, metatarsal, scaphoid, rib',
    'step-off, step off, buckle, buckling, linear lucency, lucent line',
    true,
  ),
  sign('appendicitis', 'appendix, appendiceal', 'stranding, periappendiceal stranding, periappendiceal fat stranding', true),
  sign('cordCompression', 'cord, cauda equina', 'flattened, flattening, compressed, deformed'),
  sign('cordSignal', 'cord', 'T2 signal, increased T2 signal, high T2 signal, signal change, T2 hyperintensity'),
  sign(
    'placentaPrevia',
    'placenta, placental edge, lower edge',
    'cover the internal os, covering the internal os, covers the internal os, over the internal os',
  ),
  sign('nerveCompression', 'root, nerve', 'compressed, compressing, displaced, impinging, impinged'),
  sign(
    'torsion',
    'testis, testicle, testicular, intratesticular, cord',
    'no flow, absent flow, no detectable intratesticular flow, no intratesticular flow, no intratesticular colour flow, no color flow, no colour flow, whirlpool, whirlpool sign',
  ),
  sign('gallstone', 'gallbladder', 'stone, calculi, calculus, echogenic focus, echogenic foci'),
  sign('infarct', 'territory, hypodensity', 'hypodensity, MCA territory, middle cerebral artery territory'),
  sign('subdural', 'extra-axial, convexity, crescentic', 'hyperdensity, hyperdense collection, hyperdense'),
  sign(
    'pneumoperitoneum',
    'air, gas',
    'beneath the diaphragm, beneath the right hemidiaphragm, under the right hemidiaphragm, under the diaphragm, beneath both hemidiaphragm',
  ),
  sign(
    'subarachnoid',
    'blood, hyperdensity, hyperdense, hemorrhage',
    'sylvian fissure, basal cistern, interpeduncular cistern, suprasellar cistern, subarachnoid space',
  ),
  sign('sinusitis', 'sinus, antrum, antra', 'opacified, opacification'),
  sign('spondylolisthesis', 'slip', 'on l5, on s1, on l4, on l3'),
  sign('pleuralEffusion', 'costophrenic angle', 'blunting, blunted, obliterated'),
  sign('pleuralEffusion', 'blunting', 'costophrenic angle'),
  sign('stenosis', 'artery, LAD, RCA, carotid, segment', 'narrowing'),
  sign('ductStone', 'duct, CBD', 'filling defect'),
  sign('jointEffusion', 'fat pad', 'elevated, raised, displaced'),
  sign('metastasis', 'nodule', 'several new, multiple new, numerous new, new bilateral'),
  sign('cardiacActivity', 'fetal, embryonic', 'alive, live'),
]

/** The first words of all changes: a clause without one has no sign. */
const starts = new Set(signs.flatMap(({ change }) => [...change.keys()]))

/** How far apart the words of a sign may be. */
const reach = 12
const barriers = wordsOf(',, intact, normal, and')

/** Finds signs in a clause, at the words for what happened. A concept that is named there already has none. */
export function findSigns(clause: Clause, concepts: readonly Hit<Concept>[]): Hit<Concept>[] {
  const found: Hit<Concept>[] = []
  if (!clause.some(({ word }) => starts.has(word))) return found
  const isDenied = clause.some(({ word }) => denying.has(word))
  for (const { concept, part, change, isOneWay } of signs) {
    if (isOneWay && isDenied) continue
    const changes = findPhrases(clause, change)
    if (changes.length === 0) continue
    const parts = findPhrases(clause, part)
    for (const { first, last } of changes) {
      const isNamed = [...concepts, ...found].some((one) => one.name !== 'fatStranding' && one.first <= last && one.last >= first)
      const near = parts.some((one) => {
        const [start, end] = one.last < first ? [one.last + 1, first] : [last + 1, one.first]
        return start <= end && end - start <= reach && !clause.slice(start, end).some(({ word }) => barriers.has(word))
      })
      if (near && !isNamed) found.push({ name: concept, first, last })
    }
  }
  return found
}

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
  sign(
    'ligamentTear',
    'ACL, PCL, MCL, LCL, ATFL, CFL, PTFL, MPFL, UCL, scapholunate, cruciate, collateral ligament, ligament',
    torn,
  ),
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
    'humeral head, femoral head, radial head, facet, lunate, patella',
    'lies anterior, lies posterior, lies inferior, lies inferomedial, lies anteroinferior, lies medial, lies lateral, lies superior, lies superolateral, anteroinferior, inferomedial, superolateral, subcoracoid, subglenoid, out of, outside, not articulate, perched, displaced, dislocated',
  ),
  sign(
    'fracture',
    'styloid, malleolus, tuberosity, epicondyle, process, rib, ramus, rami',
    'avulsed, avulsion, fractured, break',
  ),
  sign(
    'fracture',
    'neck, shaft, cortex, radial head, malleolus, scaphoid, condyle, plateau, calcaneus, dens',
    'lucent line, oblique lucency, linear lucency, transverse lucency, cortical disruption, cortical discontinuity, impaction, lucency through, lucency traversing, lucency',
    true,
  ),
  sign(
    'fracture',
    'cortex, cortical, metaphysis, metaphyseal, condyle, plateau, radius, ulna, tibia, fibula, humerus, femur, metacarpal, metatarsal, scaphoid, rib',
    'step-off, step off, buckle, buckling, linear lucency, lucent line',
    true,
  ),
  sign(
    'appendicitis',
    'appendix, appendiceal, periappendiceal',
    'stranding, periappendiceal stranding, periappendiceal fat stranding, dilated, distended, swollen, thickened, wall thickening, mural thickening, appendicolith, fecalith, mural hyperenhancement, non-compressible, noncompressible, inflamed',
    true,
  ),
  sign(
    'cholecystitis',
    'gallbladder, murphy sign, pericholecystic',
    'wall thickening, wall is thickened, thickened wall, thick-walled, mural thickening, pericholecystic fluid, pericholecystic stranding, is positive, positive murphy sign',
    true,
  ),
  sign(
    'diverticulitis',
    'diverticulum, diverticula, sigmoid, diverticular',
    'stranding, fat stranding, pericolic stranding, inflamed',
    true,
  ),
  sign(
    'pancreatitis',
    'pancreas, pancreatic, peripancreatic',
    'stranding, peripancreatic stranding, peripancreatic fluid, edematous, peripancreatic fat stranding',
    true,
  ),
  sign('obstruction', 'small bowel, bowel loop, loop, jejunum, ileum', 'air-fluid level, air fluid level, transition', true),
  sign('embolism', 'perfusion, defect', 'mismatched, mismatch, unmatched, without matching, not matched'),
  sign('epidural', 'hyperdense, hyperdensity, collection, extra-axial', 'lentiform, biconvex, lens-shaped, lenticular', true),
  sign(
    'pituitaryAdenoma',
    'lesion, focus, gland, pituitary, sella, sellar, stalk',
    'hypoenhancing lesion, hypoenhancing, hypointense lesion, suprasellar mass',
    true,
  ),
  sign(
    'demyelination',
    'periventricular, callosal, cord, juxtacortical',
    'T2 hyperintense lesion, hyperintense lesion, ovoid, T2 lesion',
    true,
  ),
  sign('hydronephrosis', 'pelvis, calyx, calyces, calyce', 'pelvicaliectasis, caliectasis, ballooned, clubbed', true),
  sign(
    'renalStone',
    'ureter, ureteric, ureterovesical junction, vesicoureteric junction',
    'calcified density, hyperdense focus, radiopaque density',
    true,
  ),
  sign('renalStone', 'renal pelvis, calyx, kidney, renal', 'echogenic focus, echogenic foci', true),
  sign('lymphadenopathy', 'lymph node, node', 'enlarged, necrotic, pathological, pathologically enlarged', true),
  sign('osteomyelitis', 'marrow, bone, cortex', 'cortical destruction, sequestrum, involucrum', true),
  sign('edema', 'perihilar, interstitial', 'bat-wing, batwing, cephalisation, cephalization, upper lobe diversion', true),
  sign(
    'thrombosis',
    'vein, veins, femoral, popliteal, sinus',
    'echogenic material, echogenic content, intraluminal echo, hyperdense, expanded, absent flow, no flow, no colour flow, no color flow, absent flow void, empty delta',
    true,
  ),
  sign('cordCompression', 'cord, cauda equina', 'flattened, flattening, compressed, deformed'),
  sign(
    'cordSignal',
    'cord',
    'T2 hyperintense, hyperintense, hyperintensity, high signal, T2 signal, increased T2 signal, high T2 signal, signal change, T2 hyperintensity',
  ),
  sign(
    'placentaPrevia',
    'placenta, placental edge, lower edge',
    'cover the internal os, covering the internal os, covers the internal os, over the internal os',
  ),
  sign('nerveCompression', 'root, nerve', 'compressed, compressing, displaced, impinging, impinged'),
  sign(
    'torsion',
    'testis, testicle, testicular, intratesticular, cord',
    'no flow, absent flow, no detectable intratesticular flow, no intratesticular flow, no intratesticular colour flow, no color flow, no colour flow, whirlpool, whirlpool sign, no arterial, no detectable arterial, no internal flow, absent internal flow, absent internal colour flow, absent internal color flow, absent colour flow, absent color flow, avascular, no vascularity, absent vascularity, twisted',
  ),
  sign('gallstone', 'gallbladder', 'stone, calculi, calculus, echogenic focus, echogenic foci'),
  sign('infarct', 'territory, hypodensity', 'hypodensity, MCA territory, middle cerebral artery territory'),
  sign(
    'subdural',
    'extra-axial, convexity, crescentic, crescent-shaped, crescent',
    'hyperdensity, hyperdense collection, hyperdense',
  ),
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
  sign(
    'steatosis',
    'liver, hepatic',
    'increased echogenicity, posterior attenuation, beam attenuation, hyperechoic, echogenic, echogenicity increased',
    true,
  ),
  sign('sinusitis', 'sinus, antrum, antra', 'opacified, opacification'),
  sign('spondylolisthesis', 'slip', 'on l5, on s1, on l4, on l3'),
  sign('pleuralEffusion', 'costophrenic angle', 'blunting, blunted, obliterated'),
  sign('pleuralEffusion', 'blunting', 'costophrenic angle'),
  sign('stenosis', 'artery, LAD, RCA, carotid, segment', 'narrowing'),
  sign('ductStone', 'duct, CBD, biliary', 'filling defect, signal void, stone, calculus, calculi, echogenic focus'),
  sign('jointEffusion', 'fat pad', 'elevated, raised, displaced'),
  sign('metastasis', 'uptake', 'multiple foci, multiple focus, numerous foci', true),
  sign('metastasis', 'nodule', 'several new, multiple new, numerous new, new bilateral'),
  sign('heartStrain', 'right ventricle, RV, septum', 'larger than the left, bowed, bowing, flattened, dilated', true),
  sign('spondylodiscitis', 'disc, endplate', 'destruction, destroyed', true),
  sign('loosening', 'tray, component, stem, prosthesis, cement, screw', 'lucency, lucent line', true),
  sign('cardiacActivity', 'fetal, embryonic', 'alive, live'),
]

/** The first words of all changes: a clause without one has no sign. */
const starts = new Set(signs.flatMap(({ change }) => [...change.keys()]))

/** Concepts whose phrases are a part of other pictures: a filling defect of a duct is no embolus. */
const loose: ReadonlySet<Concept> = new Set(['fatStranding', 'embolism', 'sinusitis', 'abscess', 'renalStone', 'hyperintensity'])

/** How far apart the words of a sign may be. */
const reach = 12
const barriers = wordsOf(',, intact, normal, and')
const sound = wordsOf('intact, normal, normally')

/** Finds signs in a clause, at the words for what happened. A concept that is named there already has none. */
export function findSigns(clause: Clause, concepts: readonly Hit<Concept>[]): Hit<Concept>[] {
  const found: Hit<Concept>[] = []
  if (!clause.some(({ word }) => starts.has(word))) return found
  const denial = clause.findIndex(({ word }) => denying.has(word))
  const stated = denial < 0 ? clause.length : denial
  for (const { concept, part, change, isOneWay } of signs) {
    // What is denied behind it is something else.
    const end = isOneWay ? stated : clause.length
    const changes = findPhrases(clause, change).filter(({ last }) => last < end)
    if (changes.length === 0) continue
    const parts = findPhrases(clause, part)
    for (const { first, last } of changes) {
      const isNamed = [...concepts, ...found].some((one) => !loose.has(one.name) && one.first <= last && one.last >= first)
      const near = parts.some((one) => {
        const [start, until] = one.last < first ? [one.last + 1, first] : [last + 1, one.first]
        return (
          start <= until &&
          until - start <= reach &&
          !clause.slice(start, until).some(({ word }) => (isOneWay ? sound : barriers).has(word))
        )
      })
      if (near && !isNamed && clause[first - 1]?.word !== 'not') found.push({ name: concept, first, last })
    }
  }
  return found
}

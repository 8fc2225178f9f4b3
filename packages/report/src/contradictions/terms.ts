import { phrasesOf, wordsOf } from './clauses.ts'

/**
 * The concepts that reports assert and deny, with their phrases in the singular. A phrase that names a kind of something else stands in `kinds` too.
 * English: reports in other languages are not compared.
 */
const conceptTable = {
  midlineShift: 'midline shift, shift of midline, shift of the midline, midline displacement, shift of midline structures',
  hemorrhage: 'hemorrhage, intracranial hemorrhage, bleeding, bleed, hematoma, intracranial blood, hemorrhagic, acute blood',
  subdural: 'subdural hematoma, subdural hemorrhage, subdural collection, subdural, SDH',
  epidural: 'epidural hematoma, extradural hematoma, extradural hemorrhage, EDH, epidural hemorrhage',
  subarachnoid: 'subarachnoid hemorrhage, subarachnoid blood, SAH',
  intraventricular: 'intraventricular hemorrhage, intraventricular blood, intraventricular extension',
  hydrocephalus: 'hydrocephalus, ventriculomegaly, ventricular dilatation, ventricular dilation, ventricular enlargement',
  infarct:
    'infarct, infarction, ischemic change, territorial infarct, acute ischemia, diffusion restriction, restricted diffusion, ischemia, stroke, loss of grey-white differentiation, loss of gray-white differentiation, loss of grey-white matter differentiation, loss of gray-white matter differentiation, loss of the insular ribbon, hyperdense MCA, dense MCA',
  herniation: 'herniation, uncal herniation, tonsillar herniation, subfalcine herniation, transtentorial herniation',
  aneurysm: 'aneurysm, aneurysmal dilatation, aneurysmal dilation, AAA, saccular outpouching, aneurysmal, aneurysmal sac',
  dissection: 'dissection, dissection flap, intimal flap',
  occlusion: 'occlusion, occluded, vessel occlusion, large vessel occlusion, cut-off, cutoff',
  stenosis: 'stenosis, stenotic',
  fracture: 'fracture, non-union, nonunion, bony injury, fracture line, cortical break, bone injury, osseous injury, fractured',
  dislocation: 'dislocation, dislocated, subluxation, diastasis',
  pneumothorax: 'pneumothorax, pneumothorace',
  pneumoperitoneum:
    'pneumoperitoneum, free air, free gas, free intraperitoneal air, free intraperitoneal gas, extraluminal air, extraluminal gas, free intra-abdominal gas, free intra-abdominal air, perforation, air under the diaphragm, gas under the diaphragm, free subdiaphragmatic gas, subdiaphragmatic free gas',
  effusion: 'effusion',
  pleuralEffusion: 'pleural effusion, pleural fluid, hydrothorax, pleura : effusion',
  pericardialEffusion: 'pericardial effusion, pericardial fluid, pericardium : effusion',
  jointEffusion:
    'joint effusion, knee effusion, hip effusion, elbow effusion, ankle effusion, lipohemarthrosis, hemarthrosis, suprapatellar effusion, elevated fat pad, raised fat pad, posterior fat pad, sail sign',
  consolidation:
    'consolidation, airspace opacity, air space opacity, airspace disease, airspace shadowing, infiltrate, focal opacity, opacity, consolidated, ground-glass, ground glass, ground glass opacity, ground-glass opacity, crazy paving, air-space opacity, air-space disease, air-space shadowing, airspace change, air bronchogram',
  pneumonia: 'pneumonia, bronchopneumonia, pneumonic change, pneumonic consolidation',
  atelectasis: 'atelectasis, collapse',
  edema:
    'Kerley B line, Kerley line, septal line, pulmonary edema, interstitial edema, alveolar edema, vascular congestion, pulmonary congestion',
  cardiomegaly:
    'cardiomegaly, enlarged heart, heart is enlarged, enlarged cardiac silhouette, cardiac enlargement, heart enlarged',
  embolism: 'pulmonary embolism, pulmonary embolus, pulmonary emboli, embolus, emboli, filling defect, PE',
  heartStrain: 'right heart strain, right ventricular strain, RV strain',
  thrombosis:
    'deep vein thrombosis, deep venous thrombosis, DVT, venous thrombosis, thrombus, thrombosis, thrombosed, non-compressible, noncompressible, incompressible',
  nodule: 'nodule, pulmonary nodule, lung nodule, multinodular goiter, multinodular goitre, nodular goiter, nodular goitre',
  mass: 'mass, tumor, tumour, neoplasm, space-occupying lesion, mass lesion, carcinoma, malignancy',
  meningioma: 'meningioma, schwannoma, glioma, glioblastoma',
  lesion: 'focal lesion, enhancing lesion, suspicious lesion, focal liver lesion, lytic lesion',
  metastasis: 'metastasis, metastase, metastatic disease, metastatic deposit, secondary deposit',
  lymphadenopathy:
    'lymphadenopathy, adenopathy, enlarged lymph node, enlarged node, pathological lymph node, pathological node, abnormal lymph node, abnormal node, suspicious lymph node, suspicious node, nodal enlargement',
  lymphNode: 'lymph node, inguinal node, axillary node, mediastinal node, hilar node, cervical node, mesenteric node',
  cyst: 'cyst, cystic lesion, endometrioma, dermoid',
  gallstone:
    'gallstone, gall stone, cholelithiasis, gallbladder stone, gallbladder calculus, gallbladder calculi, biliary stone, calculi in the gallbladder, stone in the gallbladder, gallbladder : stone, gallbladder : calculi, gallbladder with stone, gallbladder contain stone, gallbladder contain calculi, gallbladder contain gallstone',
  cholecystitis: 'cholecystitis',
  biliaryDilatation:
    'biliary dilatation, biliary dilation, bile duct dilatation, bile duct dilation, dilated bile duct, ductal dilatation, ductal dilation, dilated common bile duct, duct dilatation',
  renalStone:
    'renal stone, kidney stone, ureteric stone, ureteral stone, renal calculus, renal calculi, ureteric calculus, ureteral calculus, urolithiasis, nephrolithiasis, urinary stone, urinary calculi, urinary calculus, calculus, calculi, stone',
  hydronephrosis:
    'hydronephrosis, obstructive uropathy, pelvicalyceal dilatation, pelvicalyceal dilation, collecting system dilatation, hydroureteronephrosis, hydroureter, dilated collecting system, dilatation of the collecting system, dilation of the collecting system, dilatation of the pelvicalyceal system, dilated pelvicalyceal system',
  appendicitis: 'appendicitis, dilated appendix, inflamed appendix, enlarged appendix',
  diverticulitis: 'diverticulitis',
  pancreatitis: 'pancreatitis',
  obstruction:
    'bowel obstruction, small bowel obstruction, SBO, large bowel obstruction, obstruction, dilated bowel loop, dilated small bowel, dilated loop, transition point, loop dilated, small bowel loop dilated',
  ascites: 'ascite, ascites, free fluid, free intraperitoneal fluid',
  abscess: 'abscess, abscesse, collection, fluid collection',
  splenomegaly: 'splenomegaly, enlarged spleen, spleen is enlarged',
  hepatomegaly: 'hepatomegaly, enlarged liver, liver is enlarged',
  steatosis: 'steatosis, fatty liver, fatty infiltration, fatty change',
  cirrhosis: 'cirrhosis, cirrhotic',
  discHerniation:
    'disc herniation, disk herniation, disc protrusion, disk protrusion, disc extrusion, disk extrusion, disc prolapse, herniated disc, herniated disk, extrusion, sequestration, disc sequestration',
  cordCompression:
    'cord compression, spinal cord compression, cauda equina compression, flattening of the cord, cord flattening, cord deformity, deformity of the cord, compression of the cord',
  canalStenosis: 'canal stenosis, spinal canal stenosis, spinal stenosis, central canal stenosis',
  nerveCompression:
    'nerve root compression, nerve root impingement, root compression, root impingement, neural compression, compression of the root, impingement of the root, compressing the root',
  spondylolisthesis:
    'spondylolisthesis, listhesis, anterolisthesis, retrolisthesis, anterior slip, forward slip, anterior slippage',
  meniscalTear:
    'meniscal tear, meniscus tear, tear of the medial meniscus, tear of the lateral meniscus, torn meniscus, medial meniscal tear, lateral meniscal tear, meniscal root tear',
  ligamentTear:
    'ligament tear, ligament rupture, ACL tear, ACL rupture, PCL tear, cruciate ligament tear, anterior cruciate ligament tear, anterior cruciate ligament rupture, ligamentous injury',
  tendonTear: 'tendon tear, tendon rupture, rotator cuff tear, cuff tear, supraspinatus tear, achille tendon rupture',
  osteomyelitis: 'osteomyelitis',
  spondylodiscitis: 'spondylodiscitis, discitis',
  loosening: 'loosening, loose prosthesis, loose component',
  microbleed: 'microbleed, microhemorrhage, microbleeding',
  boneErosion: 'erosion, bone destruction, cortical destruction, bony destruction',
  osteoarthritis:
    'osteoarthritis, degenerative change, osteoarthritic change, arthrosis, coxarthrosis, gonarthrosis, osteophyte, joint space narrowing',
  microcalcification: 'microcalcification, calcification',
  suspiciousCalcification:
    'suspicious calcification, suspicious microcalcification, pleomorphic microcalcification, pleomorphic calcification, clustered microcalcification, cluster of microcalcification, linear branching calcification, branching calcification',
  ductStone:
    'choledocholithiasis, duct stone, ductal stone, ductal calculus, ductal calculi, duct calculus, stone in the duct, stone in the common bile duct, CBD stone',
  distortion: 'architectural distortion, distortion',
  placentaPrevia: 'placenta previa, previa, placenta praevia',
  cardiacActivity:
    'cardiac activity, live intrauterine pregnancy, live intrauterine gestation, live intrauterine twin, viable pregnancy, viable intrauterine pregnancy, live fetus, fetal heartbeat, fetal heart activity, heartbeat',
  torsion: 'torsion',
  varicocele: 'varicocele, dilated pampiniform vein',
  cordSignal: 'cord signal change, cord signal abnormality, myelopathy, myelomalacia',
  fistula: 'fistula, fistulae, fistulous track, fistulous tract',
  intussusception: 'intussusception',
  foreignBody: 'foreign body, foreign bodie',
  hernia: 'hiatus hernia, hiatal hernia, inguinal hernia, umbilical hernia, hernia',
  superficialThrombosis:
    'thrombosed small saphenous vein, thrombosed great saphenous vein, superficial vein thrombosis, superficial venous thrombosis, superficial thrombophlebitis, thrombophlebitis',
  softTissueHematoma:
    'scalp hematoma, subgaleal hematoma, soft tissue hematoma, subcutaneous hematoma, muscle hematoma, intramuscular hematoma, wall hematoma, wound hematoma',
  mucosalThickening: 'mucosal thickening, mucosal disease',
  sinusitis: 'sinusitis, air-fluid level, air fluid level, opacification',
  emphysema: 'emphysema, emphysematous change',
  bronchiectasis: 'bronchiectasis',
  fibrosis: 'pulmonary fibrosis, fibrosis, honeycombing, interstitial lung disease, ILD, subpleural reticulation',
  demyelination: 'demyelination, demyelinating lesion, demyelinating plaque',
  hyperintensity: 'hyperintensity, hyperintense lesion, signal abnormality',
  scoliosis: 'scoliosis',
  extravasation: 'extravasation, active bleeding, contrast extravasation, active extravasation',
  laceration: 'laceration, visceral injury, solid organ injury, splenic injury, liver injury, renal injury',
  pituitaryAdenoma:
    'adenoma, pituitary adenoma, microadenoma, macroadenoma, adenoma of the pituitary, pituitary microadenoma, pituitary macroadenoma, pituitary lesion',
  fatStranding: 'fat stranding, stranding, inflammatory change',
} as const satisfies Record<string, string>

export type Concept = keyof typeof conceptTable
export const concepts = phrasesOf<Concept>(conceptTable)

/** A denied concept denies its kinds: no hemorrhage is no subdural hematoma. */
const kinds: Partial<Record<Concept, readonly Concept[]>> = {
  hemorrhage: ['subdural', 'epidural', 'subarachnoid', 'intraventricular'],
  effusion: ['pleuralEffusion', 'jointEffusion'],
  pleuralEffusion: ['effusion'],
  jointEffusion: ['effusion'],
  consolidation: ['pneumonia'],
  mass: ['metastasis', 'meningioma'],
  lesion: ['mass', 'metastasis'],
  thrombosis: ['embolism'],
  stenosis: ['canalStenosis'],
  cordCompression: ['canalStenosis'],
}
export const denies = (denied: Concept, asserted: Concept): boolean =>
  denied === asserted || (kinds[denied]?.includes(asserted) ?? false)

/** Places that are implied by a concept: a denial that names one is a denial everywhere. */
export const homes: Partial<Record<Concept, readonly string[]>> = {
  embolism: ['lung'],
  nodule: ['lung'],
  epidural: ['epiduralSpace'],
  jointEffusion: ['joint'],
  hydronephrosis: ['kidney', 'ureter'],
  lymphadenopathy: ['node'],
  gallstone: ['gallbladder'],
  cholecystitis: ['gallbladder'],
}

/** Sentences that deny several things at once. */
const normalTable = {
  lungs:
    'lungs are clear, lung are clear, clear lungs, clear lung, lung fields are clear, lung and pleural spaces are clear, both lung are clear, lung clear',
  pleura:
    'pleural spaces are clear, pleural space clear, pleural spaces clear, costophrenic angles are clear, costophrenic angle are sharp, costophrenic angle clear',
  heart:
    'heart size is normal, heart size normal, normal heart size, heart is normal in size, heart normal in size, heart is not enlarged, normal cardiac silhouette, cardiac silhouette is normal, cardiac silhouette is within normal limits, heart is of normal size, heart size is within normal limits',
  gallbladder:
    'gallbladder is normal, gallbladder normal, gallbladder is unremarkable, gallbladder unremarkable, normal gallbladder, unremarkable gallbladder',
  appendix: 'appendix is normal, appendix normal, normal appendix, appendix is unremarkable, appendix unremarkable',
  pancreas: 'pancreas is normal, pancreas normal, normal pancreas, pancreas is unremarkable, pancreas unremarkable',
  spleen:
    'spleen is normal in size, spleen normal in size, spleen is not enlarged, spleen not enlarged, normal spleen, spleen is normal, spleen normal, spleen is of normal size',
  liver: 'liver is normal, liver normal, normal liver, liver is unremarkable',
  ventricles:
    'ventricles are normal in size, ventricle are normal in size, ventricle are not enlarged, ventricle are not dilated, ventricle normal, ventricles are normal, ventricle are normal, normal ventricle, ventricular system is normal, ventricle are of normal size, ventricular system within normal limit, ventricular system is within normal limit, ventricle are within normal limit, ventricle within normal limit',
  midline:
    'midline structures are central, midline is central, midline central, midline structure are midline, midline structure are in place, midline is maintained, midline maintained',
  kidneys:
    'kidneys are normal, kidney are normal, kidney normal, normal kidneys, kidneys are unremarkable, kidney are unremarkable, normal kidney',
  menisci:
    'menisci are intact, meniscus are intact, menisci intact, both menisci are intact, both menisci intact, menisci are normal, menisci normal, menisci are unremarkable',
  ligaments:
    'intact cruciate ligament, intact ligament, ligaments are intact, ligament are intact, ligament intact, cruciate ligament are intact, cruciate ligament intact, ACL is intact, ACL intact, cruciate and collateral ligament are intact, ACL and PCL are intact, ACL and PCL intact',
  cuff: 'rotator cuff is intact, rotator cuff intact, cuff is intact, rotator cuff tendon are intact, supraspinatus is intact, supraspinatus intact, tendon are intact, tendons intact, achille tendon is intact, achille tendon intact',
  bones:
    'bones are intact, bone are intact, bone intact, no bony abnormality, no osseous abnormality, bony cortex is intact, bony cortice are intact, cortice are intact, vertebral body heights are preserved, vertebral body height are maintained, vertebral body height is preserved, osseous structure are intact, bony structure are intact',
  cord: 'normal cord signal, cord signal is normal, cord signal normal, cord of normal signal',
  testes: 'normal flow in both testis, normal flow in both testes, normal testicular perfusion, normal testicular flow',
  differentiation:
    'normal differentiation, grey-white differentiation preserved, gray-white differentiation preserved, grey-white differentiation is preserved, gray-white differentiation is preserved, preserved grey-white differentiation, preserved gray-white differentiation',
  alignment:
    'normal alignment, alignment is normal, alignment normal, alignment is maintained, alignment maintained, alignment preserved, alignment is preserved',
  discs: 'disc heights are preserved',
  ducts:
    'bile duct are not dilated, bile duct is not dilated, common bile duct is not dilated, bile ducts not dilated, CBD is not dilated, CBD not dilated, bile duct are normal, bile duct not dilated, intrahepatic duct not dilated, intrahepatic duct are not dilated',
  bowel:
    'normal bowel gas pattern, nonobstructive bowel gas pattern, non-obstructive bowel gas pattern, bowel gas pattern is normal, unremarkable bowel gas pattern',
  sinuses:
    'sinuses are clear, sinuse are clear, paranasal sinuse are clear, sinuse clear, paranasal sinuses clear, sinuse and mastoid are clear, sinuse and mastoid clear',
  aorta:
    'aorta is of normal calibre, aorta is normal in calibre, aorta is of normal caliber, aorta is normal in caliber, normal calibre aorta, normal caliber aorta, aorta normal calibre, aorta normal caliber, aorta is not aneurysmal, aorta is normal',
} as const satisfies Record<string, string>
type Normal = keyof typeof normalTable
export const normalPhrases = phrasesOf<Normal>(normalTable)
export const deniedBy: Record<Normal, readonly Concept[]> = {
  lungs: ['consolidation', 'pneumonia', 'nodule', 'edema'],
  pleura: ['pleuralEffusion'],
  heart: ['cardiomegaly'],
  gallbladder: ['gallstone', 'cholecystitis'],
  appendix: ['appendicitis'],
  pancreas: ['pancreatitis'],
  spleen: ['splenomegaly'],
  liver: ['hepatomegaly', 'steatosis', 'cirrhosis'],
  ventricles: ['hydrocephalus'],
  midline: ['midlineShift'],
  kidneys: ['hydronephrosis'],
  menisci: ['meniscalTear'],
  ligaments: ['ligamentTear'],
  cuff: ['tendonTear'],
  bones: ['fracture'],
  cord: ['cordSignal'],
  testes: ['torsion'],
  differentiation: ['infarct'],
  alignment: ['spondylolisthesis'],
  discs: [],
  ducts: ['biliaryDilatation'],
  bowel: ['obstruction'],
  sinuses: ['sinusitis', 'mucosalThickening'],
  aorta: ['aneurysm'],
}

export const negations = phrasesOf({
  pseudo:
    'no change, no significant change, no interval change, no substantial change, no relevant change, without change, no increase, no decrease, no progression, no significant increase, no interval increase, not only, no doubt, no significant interval change, no improvement, no definite change, no change in, no convincing change, no growth, no contrast, no iv contrast, no intravenous contrast, no comparison, no prior, no previous, without contrast, without iv contrast, without intravenous contrast, with and without, without and with, no longer',
  before:
    'no, without, negative for, low probability for, low probability of, free of, free from, absence of, lack of, nor, neither, never, denies, clear of, not show, not demonstrate, not reveal, not contain, not have, nil, no evidence of, devoid of, fails to show',
})

/** Words behind a concept that deny it. */
export const denials = phrasesOf({
  after:
    'not seen, not identified, not present, not visualized, not visualised, not evident, not detected, not demonstrated, not appreciated, not observed, not noted, not found, not apparent, not shown, absent, none, nil, negative, is excluded, are excluded, was excluded, is ruled out, none seen, not present, normal, no, not visible, excluded',
})

/** Behind a denial, these make it one of another day: `not seen before`. */
export const agoWords: ReadonlySet<string> = wordsOf('before, previously, previous, prior, earlier, last, formerly, then')

/** The words of another report, which this one may correct. */
const otherReport =
  'original report, initial report, first report, preliminary report, provisional report, outside report, external report, referring report, overnight report, original read, initial read, preliminary read, overnight read, original interpretation, initial interpretation, preliminary interpretation, report state, report stated, report mention, report mentioned, report described, report said, report read, reported as, reported elsewhere, originally reported, initially reported, read as, interpreted as, described as, originally described, initially described'
export const otherReports = phrasesOf({ otherReport })

/** Words that say that something was there another time, or is known for long. */
const past =
  'prior, previous, previously, history, known, status post, s/p, cleared, resolved, resolution, no longer, earlier, former, old, healed, united, remote, chronic, historic, past episode, past attack, past history, past medical history, in the past, resected, removed, treated, operated, repaired, embolised, embolized, coiled, evacuated, post, postoperative, longstanding, long-standing'
export const pasts = phrasesOf({ past: `${past}, ${otherReport}` })

/** Words that leave open whether something is there, or say that it was there another time. */
export const doubts = phrasesOf({
  doubt: `${past}, possible, possibly, probable, probably, likely, unlikely, suspicious, suspicion, suspected, suggestive, may, might, could, question, questionable, query, cannot, not excluded, not entirely excluded, not be excluded, not ruled out, differential, versus, vs, rule out, r/o, exclude, exclusion, concern, concerning, equivocal, indeterminate, evaluate, assess, risk, if, would, should, limit evaluation, limits evaluation, evaluation for, evaluation of, in case, compared, comparison, interval, follow-up, followup, follow, recommend, recommended, advise, advised, prophylaxis, clinical, clinically, symptom, prone, mimic, simulate, than, family, screening, surveillance, protocol, unless, developing, except, apart, aside, otherwise, suggest, suggesting, occult`,
  /** These say that it is there now. */
  arrival: 'interval development, interval appearance, interval increase, interval worsening, developing pneumonia',
})

/** Between a negation and what is denied: words that deny only a part of it. */
export const limiting: ReadonlySet<string> = wordsOf(
  'distant, relevant, notable, appreciable, important, large, larger, significant, sizeable, sizable, major, marked, new, other, further, additional, second, displaced, depressed, suspicious, residual, recurrent, recurrence, increasing, tension, gross, substantial, high-grade, obstructing, occlusive, complete, full-thickness, full, loculated, simple, complex, complicated, aggressive, contralateral, worsening, progressive, dominant, measurable, worrisome, critical, unstable, associated, more, remaining, similar, such, calcified, solid, enhancing, malignant, adjacent, underlying, surrounding, extensive, severe, moderate, mild, frank, proximal, distal, central, peripheral, segmental, lobar, open, comminuted, intra-articular, drainable, hemodynamically, flow-limiting, size, enlarged, pathologic, destructive, lytic, sclerotic, secondary, non-calcified, noncalcified, discrete, definite, convincing, complication, evolving',
)

/** Words for what has been there for a while: "no acute blood" does not deny it. */
export const lasting: ReadonlySet<string> = wordsOf(
  'decreased, decreasing, smaller, residual, persistent, persisting, unchanged, stable, evolving, subacute, resolving, improved, improving, evolution, known, existing, recanalised, recanalized, wall-adherent, organised',
)

/** Behind a denial, these say what is there nevertheless: `no fracture besides that of the rib`. */
export const exceptions = phrasesOf({
  exception:
    'beside, besides, apart from, aside from, other than, except, excepting, excluding, in addition to, beyond, save for, save, with the exception of, with exception of, with the exclusion of, but for, bar, barring, the only one, the sole one, not counting, not including, elsewhere',
})
/** A clause that begins with one of these excepts something from the denial before it: `No disc herniation; only at L5/S1 …`. */
export const exceptionsOfBefore = phrasesOf({
  exception:
    'the only exception, the sole exception, the one exception, only exception, exception, the exception, only at, only in, apart from, aside from, except, save for, with the exception of, with one exception',
})

/** Words of a clause that make something beside the brain none of blood; the others only right behind it: `subdural effusion`. */
export const hygroma: ReadonlySet<string> = wordsOf('hygroma, empyema')
export const bloodless: ReadonlySet<string> = wordsOf('effusion, fluid')
export const bloody: ReadonlySet<string> = wordsOf('hematoma, hemorrhage, hemorrhagic, blood, bleed, bleeding, SDH, hyperdense')

/** Words that may stand for a consolidation, and for much else. */
export const shadow: ReadonlySet<string> = wordsOf('opacity, infiltrate, shadowing')
/** Words beside a shadow that make it none of a consolidation. */
export const benign: ReadonlySet<string> = wordsOf(
  'streaky, linear, band-like, bandlike, plate-like, platelike, reticular, reticulonodular, interstitial, nodular, calcified, granuloma, granulomatous, atelectasis, atelectatic, subsegmental, scar, scarring, fibrosis, fibrotic, emphysema, emphysematous, fat, chronic, chronic-appearing, old, skin, nipple, artifact, artefact, overlying, superimposed, hypoinflated',
)

/** After a comma these begin something that is there. */
export const affirming: ReadonlySet<string> = wordsOf(
  'biopsy, biopsy-proven, proven, consistent, compatible, small, large, moderate, mild, minimal, minor, trace, tiny, there, a, an, with, stable, unchanged, known, bilateral, multiple, several, old, acute, subtle, slight, extensive, marked, severe, subacute, chronic, few, left-sided, right-sided, only',
)

/** The vertebrae of a part of the spine, which are places by themselves. */
const vertebrae = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
const spine = { cervical: vertebrae('c', 7), thoracic: vertebrae('t', 12), lumbar: vertebrae('l', 5) }
const allVertebrae = [...spine.cervical, ...spine.thoracic, ...spine.lumbar]

/** Places of the body, with all their names. A finding that is denied in one may be present in another. */
export const sites = phrasesOf({
  ...Object.fromEntries(allVertebrae.map((one) => [one, one])),
  skull: 'skull, calvarium, calvarial, skull base, cranial vault',
  nasal: 'nasal',
  orbit: 'orbital, orbit',
  zygoma: 'zygomatic, zygoma',
  mandible: 'mandible, mandibular',
  maxilla: 'maxilla, maxillary',
  face: 'facial',
  frontal: 'frontal',
  parietal: 'parietal',
  temporal: 'temporal',
  occipital: 'occipital',
  cerebellum: 'cerebellar, cerebellum, posterior fossa',
  rib: 'rib',
  clavicle: 'clavicle, clavicular',
  scapula: 'scapula, scapular',
  sternum: 'sternum, sternal',
  cervical:
    'cervical, neck, dens, odontoid, odontoid peg, atlas, lateral mass, level ii, level iii, level iv, level v, supraclavicular fossa',
  thoracic: 'thoracic',
  lumbar: 'lumbar',
  vertebra: 'vertebral, vertebra, vertebrae, spine, spinal',
  sacrum: 'sacrum, sacral, coccyx',
  pelvis: 'pelvic, pelvis, pubic, acetabular, acetabulum, ramus, rami, iliac',
  hip: 'hip',
  femoralNeck:
    'neck of femur, neck of the femur, intracapsular, subcapital, transcervical, femoral neck, intertrochanteric, femoral head',
  femur: 'femur, femoral, femoral shaft',
  patella: 'patella, patellar',
  tibia: 'tibia, tibial, tibial plateau',
  medialMalleolus: 'medial malleolus, medial malleolar, posterior malleolus',
  fibula: 'fibula, fibular, lateral malleolus',
  malleolus: 'malleolar, malleolus, malleoli, bimalleolar, trimalleolar',
  epiduralSpace: 'epidural, extradural, intraspinal',
  psoas: 'psoas, iliopsoas',
  foot: 'calcaneus, calcaneal, talus, talar, metatarsal, toe, navicular, cuboid, phalanx',
  humerus: 'humerus, humeral',
  elbow: 'elbow',
  elbowBone: 'olecranon, radial head',
  radius: 'radius, distal radius, radial',
  ulna: 'ulna, ulnar, ulnar styloid',
  wrist: 'wrist',
  carpus: 'scaphoid, lunate, carpal, triquetral',
  hand: 'metacarpal, finger, thumb, phalangeal, phalanges',
  liver: 'liver, hepatic',
  spleen: 'spleen, splenic',
  pancreas: 'pancreas, pancreatic',
  kidney: 'kidney, renal',
  ureter: 'ureter, ureteric, ureteral, vesicoureteric, VUJ, UVJ',
  bladder: 'bladder, vesical',
  adrenal: 'adrenal',
  ovary: 'ovary, ovarian, adnexal, adnexa, adnexum',
  uterus: 'uterus, uterine, endometrial, myometrial',
  gallbladder: 'gallbladder',
  bileDuct: 'bile duct, common bile duct, CBD, biliary',
  mediastinum: 'mediastinal, mediastinum',
  hilum: 'hilar, hilum',
  axilla: 'axillary, axilla',
  retroperitoneum: 'retroperitoneal, para-aortic, paraaortic',
  mesentery: 'mesenteric, mesentery',
  inguinal: 'inguinal, groin',
  supraclavicular: 'supraclavicular',
  lung: 'lung, pulmonary, lobe, upper lobe, lower lobe, middle lobe, lingula',
  thyroid: 'thyroid, parathyroid',
  breast: 'breast',
  skin: 'skin, cutaneous, subcutaneous',
  peritoneum: 'peritoneal, peritoneum, omental, omentum',
  salivary: 'parotid, submandibular',
  prostate: 'prostate, prostatic',
  aorta: 'aorta, aortic, abdominal aorta',
  carotid: 'carotid, ICA',
  intracranialVessel: 'MCA, middle cerebral artery, ACA, PCA, basilar',
  portal: 'portal vein, portal',
  calf: 'calf, popliteal, popliteal vein',
  femoralVein: 'common femoral vein, femoral vein, superficial femoral vein',
  saphenous: 'saphenous, superficial',
  subclavian: 'subclavian, jugular, brachial, basilic, cephalic',
  bowel: 'bowel, colonic, colon, sigmoid, cecal',
  stomach: 'gastric, stomach',
  shoulder: 'shoulder, glenohumeral, acromioclavicular',
  knee: 'knee',
  ankle: 'ankle',
  joint: 'joint',
  bone: 'bone, bony, osseous, skeletal',
  node: 'lymph node, node, nodal',
  sinus: 'sinus, sinuse',
  mastoid: 'mastoid',
  medial: 'medial',
  lateral: 'lateral',
  c3c4: 'c3-4, c3/4, c3-c4, c3/c4',
  c4c5: 'c4-5, c4/5, c4-c5, c4/c5',
  c5c6: 'c5-6, c5/6, c5-c6, c5/c6',
  c6c7: 'c6-7, c6/7, c6-c7, c6/c7',
  c7t1: 'c7-t1, c7/t1',
  t11t12: 't11-12, t11/12, t11-t12, t11/t12',
  t12l1: 't12-l1, t12/l1',
  l1l2: 'l1-2, l1/2, l1-l2, l1/l2',
  l2l3: 'l2-3, l2/3, l2-l3, l2/l3',
  l3l4: 'l3-4, l3/4, l3-l4, l3/l4',
  l4l5: 'l4-5, l4/5, l4-l5, l4/l5',
  l5s1: 'l5-s1, l5/s1',
})

/** Organs whose nodules and masses are none of the lung, whatever else their clause names: `left lobe of the thyroid`. */
export const besideLungs: ReadonlySet<string> = new Set(
  'thyroid breast skin peritoneum salivary liver spleen pancreas kidney adrenal bladder ovary uterus gallbladder prostate bowel stomach mesentery retroperitoneum'.split(
    ' ',
  ),
)

/** Places that are denied as a whole: no facial fracture is none of the zygoma. */
export const partsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['face', ['nasal', 'orbit', 'zygoma', 'mandible', 'maxilla']],
  ['vertebra', ['cervical', 'thoracic', 'lumbar', 'sacrum', ...allVertebrae]],
  ['cervical', spine.cervical],
  ['thoracic', spine.thoracic],
  ['lumbar', spine.lumbar],
  [
    'bone',
    'face nasal orbit zygoma mandible maxilla femur tibia medialMalleolus fibula humerus radius ulna wrist carpus hand foot hip femoralNeck pelvis rib clavicle'.split(
      ' ',
    ),
  ],
  ['hip', ['femoralNeck']],
  ['malleolus', ['medialMalleolus']],
  ['elbow', ['elbowBone']],
  ['wrist', ['carpus']],
])

/** Words behind a place that deny a concept there: `clavicle intact`, `portal vein patent`. */
export const soundPlaces: readonly { sites: ReadonlySet<string>; words: ReadonlySet<string>; concept: Concept }[] = [
  {
    sites: new Set(
      'skull nasal orbit zygoma mandible rib clavicle scapula sternum sacrum hip femoralNeck carpus femur patella tibia fibula medialMalleolus malleolus humerus radius ulna'.split(
        ' ',
      ),
    ),
    words: wordsOf('intact'),
    concept: 'fracture',
  },
  ...(['nodule', 'mass', 'metastasis', 'laceration'] as const).map((concept) => ({
    sites: new Set(['liver', 'spleen', 'kidney', 'adrenal', 'pancreas']),
    words: wordsOf('normal, unremarkable'),
    concept,
  })),
  { sites: new Set(['lung']), words: wordsOf('clear'), concept: 'mass' },
  { sites: new Set(['portal', 'calf', 'femoralVein', 'subclavian']), words: wordsOf('patent, open'), concept: 'thrombosis' },
  { sites: new Set(['calf']), words: wordsOf('compressible'), concept: 'thrombosis' },
]

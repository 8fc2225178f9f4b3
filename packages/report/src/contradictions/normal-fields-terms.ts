import { fold, phrasesOf, type Token, wordsOf } from './clauses.ts'

/** Kinds of disease, with the words of a sentence that state one. */
export const diseases = phrasesOf({
  torn: 'tear, torn, rupture, ruptured, avulsion, avulsed, disruption, disrupted, discontinuity, discontinuous',
  broken: 'fracture, fractured, fracture line',
  displaced: 'dislocation, dislocated, subluxation, subluxed, diastasis',
  inflamed: 'arthritis, synovitis, erosion, ankylosis, septic',
  blocked: 'occlusion, occluded, thrombus, thrombi, thrombosis, thrombosed, embolus, emboli, clot, filling defect',
  narrow: 'stenosis, stenotic, stenosed, stricture',
  wide: 'aneurysm, aneurysmal, pseudoaneurysm',
  split: 'dissection, dissected, intimal flap, intramural hematoma',
  leaky: 'regurgitation, insufficiency, incompetence, prolapse, vegetation, endocarditis, flail',
  dead: 'necrosis, osteonecrosis, necrotic, infarct, infarction, infarcted',
  tumour:
    'mass, lesion, tumor, tumour, carcinoma, adenocarcinoma, cancer, neoplasm, malignancy, metastasis, metastase, metastatic disease, lymphoma, sarcoma, abscess, invasion, infiltration',
  cystic: 'cyst, cystic lesion, pseudocyst',
  nodular: 'nodule',
  stone: 'stone, calculus, calculi',
  injured: 'laceration, contusion, hematoma',
  twisted: 'torsion, torsed',
  obstructed: 'hydronephrosis, hydroureter',
  shadowed: 'consolidation, pneumonia',
  dense:
    'hypodensity, hypodense, hyperdensity, hyperdense, hypoattenuation, hemorrhage, edema, demyelination, glioma, glioblastoma',
})
export type Disease = typeof diseases extends ReadonlyMap<string, readonly { name: infer Name }[]> ? Name : never

/** Only this is called normal, or denied, and these diseases with it. A size denies nothing. */
export const aspects: ReadonlyMap<string, readonly Disease[]> = new Map<string, readonly Disease[]>([
  ['calibre', ['wide', 'narrow', 'blocked']],
  ['caliber', ['wide', 'narrow', 'blocked']],
  ['density', ['tumour']],
  ['suspicious', ['tumour']],
  ['height', ['broken']],
  ['signal', ['tumour', 'dense', 'dead']],
  ['flow', ['blocked', 'twisted']],
  ['perfusion', ['blocked', 'twisted']],
])

/** Words for a normal value that deny only a part of what may be wrong. Others deny it all. */
export const partlyNormal: ReadonlyMap<string, readonly Disease[]> = new Map<string, readonly Disease[]>([
  ['patent', ['blocked']],
  ['compressible', ['blocked']],
  ['open', ['blocked']],
  ['intact', ['torn', 'broken']],
  ['preserved', []],
  ['congruent', ['displaced']],
])

/**
 * Something that a field is about. `nouns`: how its label ends. `parts`: what a sentence may name instead. `wrong`: the diseases that make it abnormal.
 * `own`: diseases that can be of nothing else. `elsewhere`: words of a sentence about what lies beside it. `isImplied`: a sentence may leave the noun out
 * ("mitral stenosis").
 */
export type Subject = {
  nouns: string
  parts?: string
  wrong: readonly Disease[]
  own?: string
  elsewhere?: string
  isImplied?: true
}

const organ = ['tumour', 'cystic', 'injured', 'dead'] as const
const vessel = ['blocked', 'narrow', 'wide', 'split'] as const
const bone = ['broken', 'tumour', 'dead'] as const
const longBones =
  'bone, skull, mandible, maxilla, rib, sternum, clavicle, scapula, humerus, radius, ulna, scaphoid, lunate, metacarpal, phalanx, vertebra, sacrum, pelvis, ilium, acetabulum, femur, patella, tibia, fibula, talus, calcaneus, metatarsal'
const boneTumours =
  'fibroma, non-ossifying fibroma, nonossifying fibroma, chondromyxoid fibroma, enchondroma, osteochondroma, chondroblastoma, osteoblastoma, osteoid osteoma, osteosarcoma, chondrosarcoma, ewing sarcoma, osteo sarcoma, myeloma, osteomyelitis, lytic lesion, sclerotic lesion, lytic metastasis, lytic metastase, sclerotic metastase, osteoblastic metastasis, osteoblastic metastase, osteolytic metastase'
const tumours =
  'carcinoma, adenocarcinoma, metastasis, metastase, metastatic disease, lymphoma, sarcoma, glioma, glioblastoma, meningioma'

export const subjects: readonly Subject[] = [
  { nouns: 'meniscus, labrum, syndesmosis, triangular fibrocartilage, extensor mechanism, plantar fascia', wrong: ['torn'] },
  {
    nouns: 'supraspinatus, infraspinatus, subscapularis, teres minor, biceps, achille, scapholunate, lunotriquetral',
    wrong: ['torn'],
  },
  { nouns: 'rotator cuff', parts: 'cuff, supraspinatus, infraspinatus, subscapularis', wrong: ['torn'] },
  { nouns: 'ligament, tendon', wrong: ['torn'], isImplied: true },
  { nouns: 'valve', wrong: ['narrow', 'leaky'], isImplied: true },
  { nouns: 'artery', wrong: vessel, isImplied: true },
  { nouns: 'vein', wrong: ['blocked'], isImplied: true },
  {
    nouns: 'extra-axial space',
    wrong: [],
    own: 'subdural hematoma, epidural hematoma, extradural hematoma, subarachnoid hemorrhage',
  },
  {
    nouns: 'venous sinus, dural sinus',
    parts: 'transverse sinus, sigmoid sinus, sagittal sinus, straight sinus',
    wrong: ['blocked'],
    own: 'sinus thrombosis, sinus vein thrombosis',
  },
  { nouns: 'aorta', wrong: ['wide', 'split', 'blocked', 'torn'] },
  { nouns: 'aortic arch', wrong: [...vessel, 'torn'] },
  {
    nouns: 'vessel, great vessel',
    parts: 'artery, vein, aorta',
    wrong: vessel,
    own: 'pulmonary embolism, pulmonary embolus, saddle embolus, saddle thrombus',
  },
  { nouns: 'pericardium', wrong: [], own: 'pericardial effusion, pericarditis' },
  { nouns: 'pleura', wrong: ['tumour'], own: 'pneumothorax, pleural effusion, empyema, mesothelioma' },
  { nouns: 'alignment', wrong: [], own: 'dislocation, subluxation' },
  { nouns: 'muscle', wrong: ['torn'] },
  {
    nouns:
      'mandible, maxilla, scaphoid, lunate, talus, talar dome, calcaneus, patella, femur, tibia, fibula, humerus, radius, ulna, clavicle, scapula, sternum, sacrum, rib, skull, skull base, orbital wall, zygomatic arch, nasal bone, femoral head, malleolus, pelvic bone, vertebral body, vertebra',
    wrong: bone,
  },
  { nouns: 'bone, osseous structure, bony structure', parts: longBones, wrong: bone, own: boneTumours },
  { nouns: 'sacroiliac joint', wrong: ['inflamed', 'displaced'], own: 'sacroiliitis' },
  { nouns: 'joint', wrong: ['inflamed', 'displaced'], isImplied: true },
  { nouns: 'liver', wrong: organ, own: 'hepatocellular carcinoma, cirrhosis, steatosis' },
  { nouns: 'pancreas', wrong: organ, own: 'pancreatitis' },
  { nouns: 'spleen', wrong: organ },
  { nouns: 'adrenal gland', parts: 'adrenal', wrong: [...organ, 'nodular'] },
  { nouns: 'kidney', wrong: [...organ, 'stone', 'obstructed'], own: 'hydronephrosis, pyelonephritis' },
  { nouns: 'ureter', wrong: ['stone', 'narrow', 'tumour'] },
  { nouns: 'bladder', wrong: ['tumour', 'stone', 'torn'] },
  { nouns: 'gallbladder', wrong: ['tumour', 'stone'], own: 'cholecystitis, cholelithiasis, gallstone' },
  { nouns: 'appendix', wrong: ['torn'], own: 'appendicitis' },
  { nouns: 'rectum, colon, stomach, duodenum, esophagus, small bowel', wrong: ['tumour', 'narrow'] },
  { nouns: 'ovary, adnexum', wrong: [...organ, 'twisted'], own: 'endometrioma, dermoid' },
  { nouns: 'uterus', wrong: ['tumour'], own: 'leiomyoma' },
  { nouns: 'cervix, prostate, seminal vesicle, peripheral zone, transition zone', wrong: ['tumour'] },
  { nouns: 'testis', wrong: [...organ, 'twisted', 'torn'] },
  { nouns: 'epididymis', wrong: ['tumour', 'cystic'], own: 'epididymitis' },
  { nouns: 'breast, pharynx, larynx, mediastinum, epidural space, orbit', wrong: ['tumour'] },
  { nouns: 'thyroid, thyroid gland, thyroid lobe', parts: 'thyroid', wrong: ['tumour', 'nodular', 'cystic'] },
  {
    nouns: 'salivary gland, parotid gland, submandibular gland',
    parts: 'parotid, submandibular gland',
    wrong: ['tumour', 'stone'],
  },
  {
    nouns: 'lung',
    parts: 'upper lobe, middle lobe, lower lobe, lingula',
    wrong: ['tumour', 'nodular', 'shadowed'],
    elsewhere: 'pleura, mediastinum',
    own: 'pneumonia',
  },
  {
    nouns: 'brain, parenchyma, grey matter, gray matter, white matter, grey-white differentiation, gray-white differentiation',
    parts:
      'brain, cerebellum, frontal, parietal, temporal, occipital, frontal lobe, parietal lobe, temporal lobe, occipital lobe, insula, basal ganglia, thalamus, MCA territory, pons, brainstem',
    wrong: ['tumour', 'dead', 'dense', 'injured'],
    elsewhere: 'subdural, epidural, extradural, subarachnoid, extra-axial, dural, scalp, subgaleal, meningioma',
  },
  {
    nouns: 'spinal cord',
    parts: 'cord',
    wrong: ['tumour', 'dense', 'injured', 'dead'],
    own: 'myelopathy, myelomalacia, myelitis',
  },
  { nouns: 'suspicious uptake, uptake, pathological uptake', wrong: [], own: 'metastasis, metastase, metastatic disease' },
  { nouns: 'focal lesion, mass', wrong: [], own: tumours },
]

/** Adjectives and plurals, and the noun that the rules know. */
const nounTable = {
  meniscus: 'meniscal, menisci',
  labrum: 'labral',
  liver: 'hepatic',
  pancreas: 'pancreatic',
  spleen: 'splenic',
  kidney: 'renal',
  ureter: 'ureteric, ureteral',
  bladder: 'vesical',
  rectum: 'rectal',
  colon: 'colonic',
  stomach: 'gastric',
  duodenum: 'duodenal',
  ovary: 'ovarian',
  adnexum: 'adnexa, adnexal, adnexae',
  uterus: 'uterine',
  cervix: 'cervical',
  prostate: 'prostatic',
  testis: 'testes, testicular, testicle, intratesticular',
  epididymis: 'epididymides, epididymal',
  aorta: 'aortic',
  lung: 'pulmonary',
  mediastinum: 'mediastinal',
  orbit: 'orbital',
  pharynx: 'pharyngeal',
  larynx: 'laryngeal',
  pleura: 'pleural',
  pericardium: 'pericardial',
  brain: 'cerebral, intracerebral',
  cerebellum: 'cerebellar',
  insula: 'insular',
  thalamus: 'thalamic',
  pons: 'pontine',
  bone: 'osseous, bony',
  mandible: 'mandibular',
  maxilla: 'maxillary',
  humerus: 'humeral',
  radius: 'radial',
  ulna: 'ulnar',
  femur: 'femoral',
  patella: 'patellar',
  tibia: 'tibial',
  fibula: 'fibular',
  talus: 'talar',
  calcaneus: 'calcaneal',
  clavicle: 'clavicular',
  sternum: 'sternal',
  sacrum: 'sacral',
  ilium: 'iliac',
  acetabulum: 'acetabular',
  vertebra: 'vertebral, vertebrae',
  malleolus: 'malleolar, malleoli',
  abdominal: 'infrarenal',
  sinus: 'sinuses',
  esophagus: 'esophageal',
  cartilage: 'chondral',
  atrium: 'atrial',
  trachea: 'tracheal',
  jejunum: 'jejunal',
  ileum: 'ileal',
  cecum: 'cecal',
  appendix: 'appendiceal',
  tonsil: 'tonsillar',
  heart: 'cardiac',
  ventricle: 'ventricular',
}
/** Short forms, and their words. */
const shortTable = {
  AC: 'acromioclavicular',
  SI: 'sacroiliac',
  RV: 'right ventricle',
  LV: 'left ventricle',
  ACL: 'anterior cruciate ligament',
  PCL: 'posterior cruciate ligament',
  MCL: 'medial collateral ligament',
  LCL: 'lateral collateral ligament',
  TFCC: 'triangular fibrocartilage',
  ICA: 'internal carotid artery',
  CCA: 'common carotid artery',
  RCA: 'right coronary artery',
  LAD: 'left anterior descending artery',
  SMA: 'superior mesenteric artery',
  CFV: 'common femoral vein',
}
const nouns = new Map(Object.entries(nounTable).flatMap(([noun, list]) => [...wordsOf(list)].map((word) => [word, fold(noun)])))
const shorts = new Map(Object.entries(shortTable).map(([short, words]) => [short.toLowerCase(), words.split(' ')]))

/** Returns a clause in the nouns of the table: `renal` is `kidney`, and short forms are written out. Places stay. */
export const inNouns = (clause: readonly Token[]): Token[] =>
  clause.flatMap((token) => (shorts.get(token.word) ?? [token.word]).map((word) => ({ ...token, word: nouns.get(word) ?? word })))

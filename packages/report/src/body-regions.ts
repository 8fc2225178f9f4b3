import { type BodyRegion, bodyRegions } from '@readroom/contracts/studies/body-regions'

/** A study as far as its body region depends on it: the body parts of its series, and its description. */
export type NamesBody = { bodyParts: string; description: string | null }

/**
 * The words of each region. They are the terms of Body Part Examined (DICOM PS3.16 CID 4 and annex L), and words of descriptions. A term of several
 * words counts before its words do. Terms that say too little are left out, such as EXTREMITY.
 */
const wordsOf: Record<BodyRegion, string> = {
  head: `head, brain, cerebellum, cerebral, cranium, cranial, skull, scalp, face, facial, facial bones, orbit, orbits, eye, eyelid, ear, iac, tmj,
    temporal bone, nose, nasal bone, sinus, sinuses, paranasal sinus, jaw, mandible, maxilla, mouth, oral cavity, tongue, teeth, tooth, dental, parotid,
    submandibular, zygoma, cheek, pituitary, sella, sella turcica, circleofwillis, circle of willis, kopf, schadel, hirn, crane, cerveau, encephale,
    craneo, cerebro, cabeza`,
  neck: `neck, thyroid, parathyroid, larynx, pharynx, nasopharynx, oropharynx, cervical lymph node, soft tissue neck, hals, schilddruse, cou, thyroide,
    cuello, tiroides`,
  chest: `chest, thorax, lung, lungs, pulmonary, rib, ribs, sternum, mediastinum, trachea, bronchus, esophagus, oesophagus, thymus, pleura, diaphragm,
    lunge, poumon, poitrine, torax, pulmon`,
  breast: 'breast, breasts, mamma, mammography, mammogram, mammo, tomosynthesis, mammographie, brust, seins, mama, mamografia',
  heartAndVessels: `heart, cardiac, coronary, coronaries, coronaryartery, coronary artery, aorta, thoracic aorta, abdominalaorta, abdominal aorta,
    aorticarch, aortic arch, carotid, carotids, carotidartery, carotid artery, renalartery, renal artery, femoralartery, femoral artery, echocardiogram,
    herz, koronar, coeur, corazon`,
  abdomen: `abdomen, abdominal, liver, hepatic, biliary, bileduct, bile duct, mrcp, gallbladder, pancreas, spleen, stomach, duodenum, jejunum, ileum,
    smallintestine, small bowel, bowel, colon, largeintestine, appendix, kidney, kidneys, renal, kub, adrenal, ureter, ureters, retroperitoneum, leber,
    niere, nieren, bauch, foie, reins, higado, rinon`,
  pelvis: `pelvis, pelvic, bladder, urethra, prostate, uterus, ovary, ovaries, cervix, vagina, vulva, penis, scrotum, testis, testicle, testicles, rectum,
    ilium, sacroiliac, sacroiliac joint, sijoint, fetus, obstetric, becken, prostata, bassin, pelvien`,
  spine: `spine, cspine, tspine, lspine, sspine, ctspine, tlspine, lsspine, cervical spine, thoracic spine, lumbar spine, lumbar, lumbosacral,
    sacrum, coccyx, vertebra, vertebral, wirbelsaule, hws, bws, lws, rachis, columna`,
  upperExtremity: `upper extremity, upper limb, arm, upper arm, forearm, shoulder, clavicle, scapula, acromioclavicular, acjoint, axilla, humerus,
    humeral head, elbow, radius, ulna, radius ulna, radiusulna, wrist, scaphoid, hand, finger, fingers, thumb, schulter, ellbogen, handgelenk, epaule,
    coude, poignet, hombro, codo, muneca`,
  lowerExtremity: `lower extremity, lower limb, leg, lower leg, thigh, calf, hip, hips, femur, femoral head, femoral neck, neck of femur, head of femur,
    knee, knees, patella, tibia, fibula, tibiafibula, tibia fibula, ankle, foot, feet, heel, calcaneus, toe, toes, hufte, knie, sprunggelenk, fuss,
    hanche, genou, cheville, pied, cadera, rodilla, tobillo`,
  wholeBody: 'wholebody, whole body, skull to thigh, vertex to thigh, skeletal survey, ganzkorper, corps entier, cuerpo entero',
}

/** Terms of annex L that span several regions. */
const spanning: Record<string, readonly BodyRegion[]> = {
  headneck: ['head', 'neck'],
  neckchest: ['neck', 'chest'],
  neckchestabdomen: ['neck', 'chest', 'abdomen'],
  neckchestabdpelv: ['neck', 'chest', 'abdomen', 'pelvis'],
  chestabdomen: ['chest', 'abdomen'],
  chestabdpelvis: ['chest', 'abdomen', 'pelvis'],
  abdomenpelvis: ['abdomen', 'pelvis'],
}

const regionsOfTerm: ReadonlyMap<string, readonly BodyRegion[]> = new Map([
  ...bodyRegions.flatMap((region) =>
    wordsOf[region].split(',').map((term) => [term.trim().split(/\s+/).join(' '), [region]] as const),
  ),
  ...Object.entries(spanning),
])
const mostWords = Math.max(...[...regionsOfTerm.keys()].map((term) => term.split(' ').length))

/** Returns the words of a text in small letters without accents. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/** Returns the regions that a text names. Of terms that begin at the same word the longest counts. */
function regionsIn(text: string): Set<BodyRegion> {
  const words = wordsIn(text)
  const found = new Set<BodyRegion>()
  for (let at = 0; at < words.length; ) {
    let length = Math.min(mostWords, words.length - at)
    while (length > 1 && !regionsOfTerm.has(words.slice(at, at + length).join(' '))) length -= 1
    for (const region of regionsOfTerm.get(words.slice(at, at + length).join(' ')) ?? []) found.add(region)
    at += length
  }
  return found
}

/** Returns the regions of a study: those of its series, else those that its description names. None: they are not known. */
export function bodyRegionsOf({ bodyParts, description }: NamesBody): BodyRegion[] {
  const ofSeries = regionsIn(bodyParts)
  const found = ofSeries.size > 0 ? ofSeries : regionsIn(description ?? '')
  return bodyRegions.filter((region) => found.has(region))
}

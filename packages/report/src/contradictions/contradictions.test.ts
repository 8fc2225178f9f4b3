import { describe, expect, it } from 'vitest'
import { mostCharacters } from '../content.ts'
import { between, contradictory, sound } from './report-texts.fixture.ts'
import type { ReportTexts } from './said.ts'

const kinds = (texts: Partial<ReportTexts>) => between(texts).map(({ kind }) => kind)

describe('statements that contradict each other', () => {
  it('are quoted, and the later one is marked', () => {
    const impression = 'Left subdural haematoma with midline shift of 6 mm.'
    const [found] = between({ findings: 'Midline shift: none', impression })
    expect(found).toMatchObject({
      kind: 'presence',
      part: 'impression',
      message: 'Impression says “Left subdural haematoma with midline shift of 6 mm”, findings say “Midline shift: none”.',
    })
    expect(impression.slice(found?.from, found?.to)).toBe('midline shift')
  })

  it.each([
    ['presence', 'No evidence of pulmonary embolism.', 'Pulmonary embolism in the right lower lobe.'],
    ['presence', 'No intracranial haemorrhage.', 'Acute subdural hematoma.'],
    ['presence', 'Lungs are clear.', 'Right lower lobe pneumonia.'],
    ['presence', 'Acute appendicitis with an 11 mm appendix.', 'Normal CT abdomen.'],
    ['presence', 'Pleural effusion: none\nThere is a small left pleural effusion.', 'Fine.'],
    ['presence', 'Implants: none', 'Rupture of the implants.'],
    ['presence', 'Heel spur: none\nOther bones: intact', 'Heel spur.'],
    ['side', 'Small left pleural effusion.', 'Small right pleural effusion.'],
    ['side', 'Torn ligament of the left knee.', 'Torn ligament, right knee.'],
    ['size', '12 mm nodule in the right upper lobe.', '21 mm nodule in the right upper lobe.'],
    ['size', 'Spleen homogeneous, 15.8 cm.', 'Splenomegaly of 18.5 cm.'],
    ['category', 'BI-RADS 2.', 'BI-RADS 4.'],
    ['category', 'Oval mass.', 'BI-RADS category 2. Biopsy is recommended.'],
    ['category', 'The spleen is normal in size, measuring 17 cm.', 'Fine.'],
  ])('%s: “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds({ findings, impression })).toEqual([kind])
  })

  it.each([
    ['Acute right subdural haematoma, 9 mm.', 'No acute intracranial abnormality.'],
    ['Air-space opacity in the lingula.', 'No acute cardiopulmonary process.'],
    ['Transverse fracture of the distal radius.', 'No acute bony injury.'],
    ['Hyperdense blood in the sylvian fissure.', 'Age-appropriate appearances of the brain.'],
    ['Dilated small bowel loops with a transition point.', 'No acute intra-abdominal pathology.'],
    ['Airspace disease in the right lower lobe.', 'Negative for acute abnormality.'],
    ['Left lower lobe consolidation.', 'No active disease.'],
    ['Consolidation of the right lower lobe.', 'No acute preoperative findings.'],
    ['Small right pneumothorax.', 'No acute cardiopulmonary abnormality.'],
    ['Interval development of a large right pleural effusion.', 'No acute cardiopulmonary findings.'],
    ['Large right pleural effusion, small on the left.', 'No acute cardiopulmonary disease.'],
    ['Occlusion of the left middle cerebral artery.', 'No acute vascular abnormality.'],
    ['Dissection of the descending aorta.', 'No acute aortic pathology.'],
    ['Complete tear of the anterior cruciate ligament.', 'No internal derangement.'],
    ['Left hydronephrosis.', 'No acute genitourinary abnormality.'],
    ['Torsion of the left ovary.', 'No acute pelvic abnormality.'],
    ['Fracture of the mandible.', 'No acute facial bone abnormality.'],
  ])('a whole region is denied: “%s” and “%s”', (findings, impression) => {
    expect(kinds({ findings, impression })).toEqual(['presence'])
  })

  it.each([
    ['Bone: normal density', 'Non-ossifying fibroma of the distal tibia.'],
    ['Bone: normal density, no lesion', 'Lytic lesion of the femoral shaft.'],
    ['Liver: normal', 'Hypoechoic lesion of the liver.'],
    ['Left kidney: normal', 'Mass of the left kidney.'],
    ['Ovaries: normal', 'Complex right ovarian cyst.'],
    ['White matter: normal', 'Glioma of the left frontal lobe.'],
  ])('an organ that a field calls normal: “%s” and “%s”', (findings, impression) => {
    expect(kinds({ findings, impression })).toContain('presence')
  })

  it.each([
    ['Suspicious uptake: none', 'Multiple bone metastases in the right iliac wing.'],
    ['Grey-white differentiation: normal\nMass: none', 'Hypodense area left temporal, 25 mm, suspicious for infarct.'],
    ['Medial meniscus: intact', 'Complete tear of the medial meniscus.'],
    ['Scapholunate: intact', 'Complete tear of the scapholunate.'],
    ['Scapholunate ligament: intact', 'Complete scapholunate tear without effusion.'],
    ['Mitral valve: normal', 'Severe mitral stenosis.'],
    ['Right ventricle: normal\nMitral valve: normal', 'Severe mitral regurgitation.'],
    ['Aortic and mitral valves: normal', 'Stenosis of the aortic valve.'],
    ['Left internal carotid artery: no stenosis', 'Occlusion of the left ICA.'],
    ['Medial meniscus: intact', 'Tear of the anterior cruciate ligament and the medial meniscus.'],
    ['Popliteal vein: compressible', 'Popliteal vein thrombosis.'],
    ['Abdominal aorta: normal calibre', 'Infrarenal aortic aneurysm.'],
    ['Left ovary: normal', 'Torsion of both ovaries.'],
    ['Kidneys: normal size, no focal lesion', 'Mass of the right kidney, further imaging recommended.'],
  ])('the very thing that a field calls normal: “%s” and “%s”', (findings, impression) => {
    expect(kinds({ findings, impression })).toContain('presence')
  })

  it('a field that calls something normal is marked at the sentence of the findings, too', () => {
    const findings = 'Medial meniscus: intact\nBucket-handle tear of the medial meniscus.'
    const [found] = between({ findings, impression: 'See above.' })
    expect(found?.message).toBe(
      'Findings say “Bucket-handle tear of the medial meniscus”, findings say “Medial meniscus: intact”.',
    )
    expect(findings.slice(found?.from, found?.to)).toMatch(/tear/)
  })

  it.each([
    ['Intracranial bleeding: subdural', 'Normal brain.'],
    ['Intracranial bleeding: subdural', 'Brain normal.'],
    ['Scalp: swelling\nIntracranial bleeding: epidural', 'Swelling of the scalp. The brain is normal.'],
    ['Anterior cruciate ligament: tear', 'Normal knee.'],
    ['Midline shift: to the left', 'Normal brain.'],
  ])('a field with a disease, and a region that is called normal: “%s” and “%s”', (findings, impression) => {
    expect(kinds({ findings, impression })).toContain('presence')
  })

  it.each([
    ['place', 'Disc extrusion at L4/5. L5/S1 normal.', 'Extrusion at L3/4.'],
    ['place', 'Disc extrusion at L4/5. L5/S1 normal.', 'Extrusion at L5/S1.'],
    ['place', 'Consolidation of the right middle lobe.', 'Right lower lobe consolidation.'],
    ['place', 'Enhancing lesion in segments II, V and VI.', 'Metastasis in segment VIII.'],
    ['place', 'Fracture of the fourth metacarpal.', 'Fracture of the fifth metacarpal.'],
    ['place', 'Infarct of the left PICA territory.', 'Left PCA territory infarct.'],
    ['place', 'Infarct of the left PCA territory.', 'Left PICA infarct.'],
    ['change', 'The nodule measures 11 mm, previously 6 mm.', 'Stable nodule.'],
    ['change', 'Lesion of 9 mm (9 mm before).', 'Growth of the lesion.'],
    ['change', 'Collection 35 mm, 12 mm this morning.', 'Decreasing collection.'],
    ['side', 'Right kidney: dilated collecting system. Left kidney: normal.', 'Dilatation on the left.'],
    ['presence', 'Retropulsed fragment of 4 mm.', 'Wedge deformity without retropulsion.'],
  ])('%s, whatever is found: “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds({ findings, impression })).toEqual([kind])
  })

  it.each([
    ['CT head without contrast', '', 'Rim-enhancing lesion.'],
    ['CT abdomen', 'After intravenous contrast.', 'Limited by the lack of intravenous contrast.'],
  ])('contrast: %s, %s', (description, technique, findings) => {
    expect(kinds({ description, technique, findings })).toEqual(['contrast'])
  })
})

describe('sound statements are not marked', () => {
  it.each([
    ['The prostate measures 5 cm.', 'Nodule of 12 mm in the right lobe of the thyroid.'],
    ['Prostate of 5 cm in transverse diameter. Bladder wall of 4 mm.', 'Suspicious 12 mm lesion of the peripheral zone.'],
    ['Common bile duct 4 mm. Gallstone of 9 mm.', 'Renal cyst of 31 mm.'],
    ['Spleen 11 cm. Liver 15 cm.', 'Enlarged inguinal node of 22 mm.'],
  ])('sizes of two things: “%s” and “%s”', (findings, impression) => {
    expect(kinds({ findings, impression })).toEqual([])
  })

  it.each([
    ['another kind', 'No acute fracture. Old healed rib fracture.', 'Old rib fractures. No acute fracture.'],
    ['a part', 'No large effusion. Trace effusion.', 'Trace effusion.'],
    ['another place', 'No rib fracture. Fracture of the left clavicle.', 'Left clavicle fracture.'],
    ['another side', 'Right hip: no fracture. Left hip: femoral neck fracture.', 'Left femoral neck fracture.'],
    ['another time', 'Previously seen pneumothorax has resolved.', 'No pneumothorax.'],
    ['no change', 'No change in the left effusion.', 'Stable left effusion.'],
    ['doubt', 'No pneumonia.', 'Early pneumonia cannot be excluded.'],
    ['another unit', '1.2 cm nodule in the right upper lobe.', '12 mm nodule of the right upper lobe.'],
    ['what is old', 'Old infarct of the left frontal lobe.', 'No acute intracranial abnormality.'],
    ['what the impression names', 'Left subdural, 8 mm, unchanged.', 'Stable left subdural. No acute intracranial abnormality.'],
    ['a shadow that is no consolidation', 'Streaky opacities at the bases. No focal consolidation.', 'No acute disease.'],
    ['a list of what is denied', 'No consolidation, large effusion, or pneumothorax.', 'No acute cardiopulmonary abnormality.'],
    ['a known nodule of clear lungs', 'Stable 5 mm apical nodule. Lungs are clear.', 'Stable nodule.'],
    ['a limit of the examination', 'The position limits evaluation for an effusion.', 'No pleural effusion.'],
    ['an old occlusion', 'Chronic occlusion of the left femoral artery.', 'No acute vascular abnormality.'],
    ['a stone that obstructs nothing', 'Stone of the right kidney, 4 mm.', 'No acute renal abnormality.'],
    ['a trace', 'Trace left pleural effusion.', 'No acute cardiopulmonary abnormality.'],
    ['a list of sizes', 'Nodes of 18, 14 and 12 mm.', 'Adenopathy up to 18 mm.'],
    ['a size to wait for', 'Nodule of 9 mm.', 'Biopsy only if it reaches 15 mm.'],
    ['another level, too', 'L4/5: extrusion. L5/S1: laminectomy.', 'Extrusion at L4/5. Nothing new at L5/S1.'],
    ['two changes', 'Node A 9 mm (5 mm before). Node B 4 mm.', 'Node A has grown, node B is stable.'],
    ['a territory by its lobe', 'MCA open. Left cerebellar infarct.', 'Left PICA infarct.'],
    ['a range', 'Fractures of the 4th to 7th ribs.', 'Fifth and sixth rib fractures.'],
    ['the other side, labelled', 'RIGHT KNEE\nEffusion: present.\nLEFT KNEE\nEffusion: none.', 'Right knee effusion.'],
    ['the highest category', 'Right breast BI-RADS 2, left breast BI-RADS 4.', 'BI-RADS 4. Biopsy recommended.'],
    ['a field without a finding that is denied', 'Heel spur: none', 'No heel spur. Plantar fasciitis.'],
    ['a field whose value denies something else', 'Restricted diffusion: No acute finding.', 'Normal study.'],
    ['a field without a finding that is open', 'Leak: none', 'A small leak cannot be excluded.'],
    ['a field about several findings', 'Mass or collection: none', 'Normal examination.'],
    ['a field with a longer name', 'Fracture uptake: none', 'No acute abnormality.'],
    ['an organ of the other side', 'Left kidney: normal\nRight kidney: 3 cm mass', 'Mass of the right kidney.'],
    ['an organ that another line finds ill', 'Bones: normal\nKnee: fibroma of the distal femur', 'Fibroma of the femur.'],
    ['an organ without doubt', 'Liver: normal', 'A small liver lesion cannot be excluded.'],
    ['an organ with what is denied', 'Bone: normal density', 'No bone lesion.'],
    ['an organ with another trouble', 'Bone: normal density', 'Fracture of the tibia.'],
    ['a normal field of the other side', 'Left ovary: normal\nRight ovary: enlarged', 'Right ovarian torsion.'],
    ['another vessel of a longer name', 'Femoral vein: compressible', 'Thrombosis of the deep femoral vein.'],
    ['a vessel of an organ', 'Kidneys: normal', 'Renal artery stenosis.'],
    ['an organ that is beside', 'Spleen: normal', 'Mass of the left kidney, displacing the spleen.'],
    ['a measure', 'Liver: normal size', 'Liver metastasis.'],
    ['a vessel that is open but narrow', 'Left carotid artery: patent', 'Mild stenosis of the left carotid artery.'],
    ['what a healthy valve has', 'Mitral valve: normal', 'Trivial mitral regurgitation.'],
    ['what is to be excluded', 'Medial meniscus: intact', 'Rule out a tear of the medial meniscus.'],
    ['what was operated on', 'Mitral valve: normal', 'Status post repair for mitral regurgitation.'],
    ['blood beside the brain', 'Grey matter: normal', 'Left frontal subdural haematoma.'],
    ['a region that is normal otherwise', 'Bleeding: subdural', 'Otherwise normal brain.'],
    ['another finding', 'No hydronephrosis. 4 mm stone in the left ureter.', 'Left ureteric stone without hydronephrosis.'],
  ])('%s: “%s” and “%s”', (_what, findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })

  it.each([
    ['Nodule of 5.2 cm.', '5.2 cm nodule, growing approximately 3 mm per year.'],
    ['Abdominal aortic aneurysm of 5.2 cm.', 'Aneurysm of 5.2 cm, expansion of 4 mm a year.'],
    ['Abdominal aortic aneurysm of 52 mm.', 'Aneurysm of 52 mm with growth of 4 mm/yr.'],
    ['Abdominal aortic aneurysm of 52 mm.', 'Aneurysm of 52 mm, about 3-4 mm per annum.'],
    ['Meningioma of 31 mm.', 'Meningioma of 31 mm, enlarging 2 mm annually.'],
    ['Meningioma of 31 mm.', 'Meningioma of 31 mm, increasing 5 mm in 6 months.'],
    ['Meningioma of 31 mm.', 'Meningioma of 31 mm, 5 mm larger over the last two years.'],
  ])('a rate of growth is no size: “%s” and “%s”', (findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })

  it.each([
    ['Small right thalamic bleed. No haemorrhage elsewhere besides it.', 'Right thalamic bleed.'],
    ['No haemorrhage elsewhere besides the small right thalamic bleed.', 'Right thalamic haemorrhage.'],
    ['No intracranial haemorrhage apart from the left subdural haematoma.', 'Left subdural haematoma.'],
    ['No fracture aside from the distal radius.', 'Fracture of the distal radius.'],
    ['No fracture other than the undisplaced rib fracture.', 'Rib fracture.'],
    ['No pleural effusion except for a small left one.', 'Small left pleural effusion.'],
    ['No consolidation except in the right lower lobe.', 'Consolidation of the right lower lobe.'],
    ['No thrombosis beyond the popliteal vein.', 'Thrombosis of the popliteal vein.'],
    ['No fracture in addition to the fracture of the ulna.', 'Fracture of the ulna.'],
    ['Apart from a small left effusion, no pleural effusion.', 'Small left pleural effusion.'],
    ['Other than the rib fracture, no acute fracture.', 'Rib fracture.'],
  ])('a denial with an exception: “%s” and “%s”', (findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })

  it.each([
    ['The original report stated no fracture. On review, there is a fracture of the scaphoid.', 'Scaphoid fracture.'],
    ['The initial report described no pneumothorax. There is a small left pneumothorax.', 'Left pneumothorax.'],
    ['The preliminary report read: no pulmonary embolism. Embolus in the right lower lobe.', 'Pulmonary embolism.'],
    ['The CT was reported as showing no appendicitis. The appendix is inflamed: appendicitis.', 'Appendicitis.'],
    ['This was initially read as no haemorrhage. On review a thin left subdural haematoma.', 'Left subdural haematoma.'],
    ['Described as a pneumothorax by the referring clinic. No pneumothorax.', 'No pneumothorax.'],
    ['The outside report mentions a fracture. No fracture is seen.', 'No fracture.'],
    ['On the provisional report no effusion was noted. Small left pleural effusion.', 'Left pleural effusion.'],
  ])('the words of another report: “%s” and “%s”', (findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })

  it.each([
    ['Bilateral subdural hygromas. No acute blood.', 'Subdural hygromas. No acute haemorrhage.'],
    ['Left subdural hygroma of 6 mm.', 'No intracranial haemorrhage.'],
    ['Subdural effusion over the left convexity.', 'No acute haemorrhage. Subdural effusion.'],
    ['Subdural empyema with rim enhancement.', 'Subdural empyema. No haemorrhage.'],
    ['Epidural abscess at L4.', 'Epidural abscess. No haemorrhage.'],
    ['Epidural lipomatosis.', 'Epidural lipomatosis. No epidural haematoma.'],
    ['Subdural fluid of low density.', 'No acute blood.'],
  ])('beside the brain without blood: “%s” and “%s”', (findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })

  it.each([
    ['The lungs are clear. 12 mm nodule in the left lobe of the thyroid.', 'Thyroid nodule.'],
    ['The lungs are clear. Left breast nodule of 9 mm.', 'Breast nodule.'],
    ['Lungs clear. 14 mm nodule of the left adrenal gland.', 'Adrenal nodule.'],
    ['Lungs are clear. Hypodense liver nodule.', 'Liver nodule.'],
    ['Lungs are clear. Subcutaneous nodule of the skin.', 'Skin nodule.'],
    ['The lungs are clear. Renal mass of 4 cm.', 'Mass of the left kidney.'],
    ['The lungs are clear. Peritoneal nodule.', 'Peritoneal nodule.'],
  ])('clear lungs and a nodule of another organ: “%s” and “%s”', (findings, impression) => {
    expect(between({ findings, impression })).toEqual([])
  })
})

describe('their neighbours are marked', () => {
  it.each([
    ['size', 'Nodule of 12 mm.', 'Nodule of 21 mm in the right upper lobe.'],
    ['size', 'Aneurysm of 52 mm.', 'Aneurysm of 62 mm, growing 3 mm per year.'],
    ['presence', 'No haemorrhage besides the thalamic one.', 'Normal. Acute right thalamic bleed. No thalamic bleed.'],
    ['presence', 'No fracture. The report of the clinic is not at hand.', 'Fracture of the scaphoid.'],
    ['presence', 'No acute haemorrhage.', 'Left subdural haematoma.'],
    ['presence', 'No acute blood. Left subdural collection.', 'Subdural haematoma.'],
    ['presence', 'The lungs are clear.', 'Nodule of the right upper lobe.'],
    ['presence', 'The lungs are clear.', '14 mm nodule.'],
    ['presence', 'Left subdural, 8 mm, and a pleural effusion.', 'No intracranial haemorrhage.'],
  ])('%s: “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds({ findings, impression })).toContain(kind)
  })
})

const ofText = ([description, technique, findings, impression]: (typeof sound)[number]) =>
  between({ description, technique, findings, impression }).map(({ message }) => message)

it.each(contradictory)('a contradiction is found: %s, %s, “%s”, “%s”', (...text) => {
  expect(ofText(text)).not.toEqual([])
})

it.each(sound)('no contradiction is found: %s, %s, “%s”, “%s”', (...text) => {
  expect(ofText(text)).toEqual([])
})

it.each([
  'no mass ',
  'mass left, ',
  '1.1 x ',
  'spleen 99 cm. ',
  'enhancing ',
  'bi-rads 2 ',
  'previously bi-rads 3, ',
  'ultrasound of last week: ',
  'no suspicious mass but for ',
  'no fracture. Fracture. ',
  'heel spur: none\n',
  'liver: normal\n',
  'tear of meniscus ',
  'medial meniscus: intact\ntear of the ligament. ',
])('each word of the longest text is looked at once: %s', (unit) => {
  const text = unit.repeat(Math.floor(mostCharacters / unit.length / 2))
  expect(between({ technique: 'Without contrast.', findings: text, impression: text })).toBeInstanceOf(Array)
})

it('a section is compared up to a length that keeps nobody waiting', () => {
  const filler = 'Bowel of usual course. '.repeat(1_000)
  const impression = 'No pneumothorax.'
  expect(kinds({ findings: `Left pneumothorax. ${filler}`, impression })).toEqual(['presence'])
  expect(kinds({ findings: `${filler} Left pneumothorax.`, impression })).toEqual([])
})

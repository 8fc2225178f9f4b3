import { describe, expect, it } from 'vitest'
import { between } from './report-texts.fixture.ts'

const kinds = (findings: string, impression: string) => between({ findings, impression }).map(({ kind }) => kind)

describe('an earlier examination', () => {
  it.each([
    ['Ultrasound of last week: moderate right hydronephrosis. No hydronephrosis today.', 'No hydronephrosis.'],
    ['On the film of 3 March: large left effusion. The pleural spaces are clear.', 'No pleural effusion.'],
    ['On the CT of 12.03.2024 there was a pneumothorax. No pneumothorax now.', 'No pneumothorax.'],
    ['The radiograph from March 2023 shows a fracture of the ulna. No fracture.', 'No fracture.'],
    ['MRI done two weeks ago: disc extrusion at L4/5. No disc herniation.', 'No disc herniation.'],
    ["Yesterday's film: pneumoperitoneum. No free air today.", 'No free air.'],
    ['CT from yesterday: subdural haematoma. No intracranial haemorrhage.', 'No acute intracranial abnormality.'],
    ['Previously assigned BI-RADS 3 for a focal asymmetry. No suspicious finding.', 'BI-RADS 2.'],
    ['Was BI-RADS 4 before the biopsy. Benign scar.', 'BI-RADS 2.'],
    ['Mammogram of 2022: BI-RADS 4. Scar without change.', 'BI-RADS 2.'],
    ['Simple cyst, downgraded from BI-RADS 3.', 'BI-RADS 2.'],
    ['Patient with a past episode of pancreatitis. No pancreatitis.', 'No pancreatitis.'],
    ['Known history of deep vein thrombosis. All veins compressible.', 'No deep vein thrombosis.'],
    ['Past history of pneumothorax. No pneumothorax.', 'No pneumothorax.'],
    ['Diverticulitis in the past. No diverticulitis.', 'No diverticulitis.'],
  ])('is not this one: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['presence', 'On the film of 3 March: no effusion. Today there is a large left effusion.', 'No pleural effusion.'],
    ['presence', 'Ultrasound of last week: normal. Moderate right hydronephrosis.', 'No hydronephrosis.'],
    ['presence', 'New left pneumothorax since the film of 3 March.', 'No pneumothorax.'],
    ['presence', 'On the CT of 3 March no pneumothorax, now a large left pneumothorax.', 'No pneumothorax.'],
    ['category', 'Previously assigned BI-RADS 3. Now BI-RADS 4.', 'BI-RADS 2.'],
    ['category', 'Irregular mass. BI-RADS 5.', 'BI-RADS 2.'],
    ['size', 'Ultrasound of last week: nodule of 9 mm. The nodule measures 12 mm.', 'Nodule of 21 mm.'],
  ])('leaves a contradiction of this one: %s, “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })
})

describe('an exception in several words', () => {
  it.each([
    ['No disc herniation with the exception of L5/S1, where there is a disc protrusion.', 'Disc protrusion at L5/S1.'],
    ['No disc herniation. The only exception is L5/S1 with a disc protrusion.', 'Disc protrusion at L5/S1.'],
    ['No disc herniation; only at L5/S1 a disc extrusion.', 'Disc extrusion at L5/S1.'],
    ['No fracture bar an avulsion fracture of the ulnar styloid.', 'Avulsion fracture of the ulnar styloid.'],
    ['No fracture but for that of the fifth rib.', 'Fracture of the fifth rib.'],
    ['No pulmonary embolism save one in the lingula.', 'Pulmonary embolism of the lingula.'],
    ['No effusion, the only one being a small left pleural effusion.', 'Small left pleural effusion.'],
    ['No stones barring a 4 mm one in the left ureter.', 'Left ureteric stone of 4 mm.'],
    ['With the exception of the rib, no fracture.', 'Rib fracture.'],
    ['The lungs are clear but for a nodule of the right upper lobe.', 'Nodule of the right upper lobe.'],
    ['The lungs are clear with the exception of a left lower lobe consolidation.', 'Left lower lobe pneumonia.'],
    ['No suspicious finding in either breast but for a new cluster of calcifications on the left.', 'BI-RADS 4.'],
    ['No suspicious mass with the exception of an irregular one at 9 o’clock.', 'BI-RADS 5.'],
    ['Left subdural haematoma.', 'No acute intracranial abnormality but for a thin left convexity collection.'],
  ])('is no contradiction: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['presence', 'No disc herniation at any level. The only change is spondylosis.', 'Disc extrusion at L4/5.'],
    ['presence', 'No fracture, but marked swelling.', 'Fracture of the radius.'],
    ['presence', 'No fracture, only soft tissue swelling.', 'Fracture of the radius.'],
    ['presence', 'The lungs are clear. No effusion but for a trace.', 'Right lower lobe pneumonia.'],
    ['category', 'No suspicious finding in either breast.', 'BI-RADS 4.'],
  ])('leaves other denials: %s, “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })
})

describe('a category of one of several lesions', () => {
  it.each([
    ['Left 2 o’clock: simple cyst. Left 9 o’clock: irregular mass.', 'BI-RADS 4C.'],
    ['Right breast: benign appearance. Left breast: spiculated mass of 14 mm.', 'BI-RADS 5.'],
    ['Right kidney: simple cyst, Bosniak I. Left kidney: thick enhancing septa, Bosniak III.', 'Bosniak III.'],
    ['Right lobe: simple cyst. Left lobe: taller-than-wide nodule.', 'TR5 nodule of the left lobe.'],
    ['Nodule 1: 12 mm, TR4. Nodule 2: 6 mm, TR1.', 'Nodule 1, TR4, 12 mm. Nodule 2, TR1, 6 mm.'],
    ['Nodule of 12 mm.', 'TR4, 12 mm.'],
    ['Irregular mass of 14 mm.', 'BI-RADS 4, 14 mm.'],
    ['Lesion of 18 mm with washout.', 'LR-5, 18 mm.'],
    ['Metastasis of 22 mm.', 'Metastasis of segment 4, 22 mm.'],
    ['Extrusion of 8 mm at L4/5.', 'Extrusion at L4/5, 8 mm.'],
  ])('is no contradiction: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['category', 'Simple cyst of the left breast.', 'BI-RADS 4C.'],
    ['category', 'Right kidney: simple cyst. Left kidney: normal.', 'Bosniak IV.'],
    ['category', 'Irregular mass. Routine screening is recommended.', 'BI-RADS 5.'],
    ['size', 'Nodule of 12 mm, TR4.', 'TR4 nodule of 21 mm.'],
    ['category', 'TR4 nodule of 12 mm.', 'TR2 nodule of 12 mm.'],
    ['size', 'Left peripheral zone 11 mm lesion.', 'Left peripheral zone 21 mm lesion.'],
  ])('leaves a contradiction: %s, “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })
})

describe('two lesions', () => {
  it.each([
    ['Hyperechoic nodule of the right lobe, stable. A second, hypoechoic nodule was not seen before.', 'Two thyroid nodules.'],
    ['Nodule of the left upper lobe. Another nodule in the lingula was not present previously.', 'Nodules on the left.'],
    ['Mass of the right kidney. A further mass was not visible on the previous CT.', 'Two renal masses.'],
    ['Left effusion. The right effusion was not seen in 2023.', 'Bilateral pleural effusions.'],
  ])('of which one is new: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['presence', 'A pneumothorax is not seen.', 'Left pneumothorax.'],
    ['presence', 'A nodule was not seen.', 'Hypoechoic nodule of the thyroid.'],
    ['presence', 'A left effusion that was not seen before.', 'No pleural effusion.'],
  ])('are no licence: %s, “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })
})

describe('plain descriptions', () => {
  it.each([
    ['presence', 'Cortical step-off of the distal radius.', 'No acute osseous abnormality.'],
    ['presence', 'Buckling of the distal radial metaphysis.', 'No bony injury.'],
    ['presence', 'Linear lucency through the fifth metatarsal.', 'No acute bony abnormality.'],
    ['presence', 'The left popliteal vein does not compress.', 'No deep vein thrombosis.'],
    ['presence', 'The right femoral vein fails to compress.', 'No DVT.'],
    ['presence', 'Non-compressible left femoral vein.', 'No deep vein thrombosis.'],
    ['presence', 'Pleural line at the left apex with absent lung markings beyond it.', 'No pneumothorax.'],
    ['presence', 'Intimal flap of the descending aorta.', 'No acute aortic syndrome.'],
    ['presence', 'Appendix 12 mm wide with periappendiceal stranding.', 'No acute abdominal abnormality.'],
    ['category', 'Arterial hyperenhancement with washout.', 'LI-RADS 1.'],
    ['category', 'Taller-than-wide nodule.', 'TI-RADS 1.'],
    ['category', 'Solid nodule with punctate echogenic foci.', 'TR2.'],
    ['category', 'Hairline-thin septa.', 'Bosniak IV.'],
    ['category', 'Lesion with extraprostatic extension.', 'PI-RADS 2.'],
    ['change', 'Cobb angle of 35 degrees, previously 27 degrees.', 'Stable scoliosis.'],
    ['change', 'The nodule was 6 mm, now 11 mm.', 'Stable nodule.'],
    ['change', 'The collection was 40 mm and is now 12 mm.', 'Enlarging collection.'],
    ['change', 'New 8 mm nodule of the left lower lobe. New nodule on the right.', 'No interval change.'],
    ['change', 'Lesion of segment VI that was not present on the previous CT.', 'Stable disease.'],
    ['place', 'Fracture of the ring finger.', 'Fracture of the index finger.'],
  ])('%s: “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })

  it.each([
    ['No articular step-off of the tibial plateau.', 'Undisplaced fracture of the tibial plateau.'],
    ['Appendix of 9 mm without stranding.', 'Early appendicitis.'],
    ['No cortical step-off or buckling of the radius.', 'No acute osseous abnormality.'],
    ['Lytic lesion of the tibia.', 'No fracture.'],
    ['All veins compress fully.', 'No deep vein thrombosis.'],
    ['Pleural line of a skin fold, lung markings reach the chest wall.', 'No pneumothorax.'],
    ['No washout. Not taller-than-wide.', 'LI-RADS 1.'],
    ['Wider-than-tall nodule without punctate echogenic foci.', 'TI-RADS 2.'],
    ['Hairline-thin septa.', 'Bosniak II.'],
    ['No extraprostatic extension.', 'PI-RADS 2.'],
    ['Cobb angle of 28 degrees, previously 27 degrees.', 'Stable scoliosis.'],
    ['The nodule was 6 mm, now 6 mm.', 'Stable nodule.'],
    ['The nodule was 6 mm, now 11 mm.', 'Growth of the nodule.'],
    ['No new nodule.', 'No interval change.'],
    ['New left pleural effusion.', 'New effusion. No new lesion of the lung.'],
    ['New left pleural effusion. Liver lesions stable.', 'Stable disease. Left pleural effusion.'],
    ['New nodule of the lung.', 'Stable appearance of the liver.'],
    ['New pacemaker.', 'No interval change.'],
    ['Fracture of the ring finger. Index finger: dislocation.', 'Dislocation of the index finger.'],
  ])('that go together: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('an examination that the impression calls normal, beside a disease in the same impression', () => {
  it.each([
    'Normal ECG. Acute myocardial infarction.',
    'Normal CT head. Acute subdural haematoma.',
    'Normal chest radiograph. Left pneumothorax.',
    'Normal MRI brain. Acute infarct of the left thalamus.',
  ])('%s', (impression) => {
    expect(kinds('Fine.', impression)).toEqual(['presence'])
  })

  it.each([
    'Normal study. No fracture.',
    'Normal chest radiograph. No pneumothorax or effusion.',
    'Normal CT of the abdomen apart from a small pleural effusion.',
    'Normal CT brain. Nasal bone fracture.',
    'Normal MRI brain for age. Old infarct of the left thalamus.',
  ])('but not %s', (impression) => {
    expect(kinds('Fine.', impression)).toEqual([])
  })
})

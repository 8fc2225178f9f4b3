import { describe, expect, it } from 'vitest'
import { between } from '../report-texts.fixture.ts'

const kinds = (findings: string, impression: string) => between({ findings, impression }).map(({ kind }) => kind)

describe('an examination or an organ that the impression calls normal', () => {
  it.each([
    ['Elevated anterior and posterior fat pads. Lucent line through the radial head.', 'Normal right elbow radiographs.'],
    ['Intense uptake in the left femoral diaphysis and L2.', 'Normal bone scan.'],
    ['Posterior pouch at C5-6 that retains contrast.', 'Normal barium swallow.'],
    ['Right mastoid air cells opacified with cortical erosion.', 'Normal CT of both temporal bones.'],
    ['Diffusely enlarged gland.', 'Normal sized gland.'],
    ['Oesophageal varices in the distal third.', 'Normal oesophagus.'],
    ['Achilles tendon discontinuity with a gap of 3 cm.', 'Intact Achilles tendon.'],
    ['Left vertebral artery occluded from its origin.', 'Patent vertebral arteries.'],
    ['Intensely avid left axillary nodes.', 'No FDG-avid disease.'],
    ['Effacement of the left lateral ventricle.', 'No mass effect.'],
    ['A 3 cm mass in segment IV of the liver.', 'No focal liver lesion.'],
  ])('is asked about beside an abnormal sign: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('presence')
  })

  it.each([
    ['Small joint effusion, within normal limits.', 'Normal MRI of the knee.'],
    ['No dilated loops. No air-fluid levels.', 'Normal abdominal radiograph.'],
    ['Old healed fracture of the clavicle.', 'Normal chest radiograph.'],
    ['Mild degenerative narrowing.', 'Normal hip radiographs.'],
    ['Medial meniscus torn. Lateral meniscus normal.', 'Normal lateral meniscus. Medial meniscal tear.'],
    ['Left ovary enlarged. Right ovary 3 cm.', 'Normal right ovary. Enlarged left ovary.'],
    ['Blood flow: present. Defect: filled in.', 'Normal examination.'],
    ['Mass adjacent to the pancreas.', 'Normal pancreas. Retroperitoneal mass.'],
    ['Bladder distended, wall 3 mm.', 'Normal bladder.'],
    ['Opacity in the left lower lobe.', 'Otherwise normal chest radiograph.'],
    ['Mild narrowing of the artery, patent.', 'Patent artery.'],
  ])('is not asked about for what is normal, old, minor or of something else: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('an organ that was removed', () => {
  it.each([
    ['Status post cholecystectomy. The gallbladder is well distended.', 'No biliary obstruction.'],
    ['Prior right nephrectomy. Both kidneys enhance symmetrically.', 'No recurrence.'],
    ['Splenectomy in 2014. Spleen measures 11 cm.', 'No acute finding.'],
    ['The ovaries are normal.', 'Post-hysterectomy and bilateral oophorectomy.'],
    ['Right mastectomy. The right breast shows no mass.', 'Fine.'],
    ['The gallbladder is surgically absent.', 'Cholelithiasis.'],
  ])('is not described: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('presence')
  })

  it.each([
    ['Left nephrectomy. Right kidney normal in size.', 'Normal solitary right kidney.'],
    ['Right partial nephrectomy. The right kidney enhances normally.', 'No recurrence.'],
    ['Splenectomy. Accessory spleen of 15 mm.', 'Stable splenunculi.'],
    ['Hysterectomy. Right ovary retained, normal.', 'Normal ovary.'],
    ['Gallbladder surgically absent. Gallbladder fossa clear.', 'Status post cholecystectomy.'],
    ['Prostatectomy. Prostate bed clear.', 'No recurrence.'],
    ['Cholecystectomy is planned. The gallbladder contains a stone.', 'Gallstone.'],
  ])('is another one, or left in part: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('organs of both sexes', () => {
  it.each([
    ['Both testes normal. The right ovary contains a follicle.', 'Fine.'],
    ['78-year-old man. The uterus is atrophic.', 'Fine.'],
    ['Clinical: 34F, pelvic pain. Prostate is normal.', 'Fine.'],
  ])('are asked about: “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual(['presence'])
  })

  it.each([
    ['20 weeks of gestation, male fetus. Uterus normal.', 'Normal fetus.'],
    ['55-year-old woman. Uterus and ovaries normal.', 'Normal pelvis.'],
    ['Cervical nodes. Prostate normal.', 'Fine.'],
  ])('are not found in “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('a number of the impression', () => {
  it.each([
    ['size', 'Two ring-enhancing lesions.', 'Single ring-enhancing lesion.'],
    ['size', 'Three hepatic lesions.', 'Five hepatic lesions.'],
    ['size', 'Single live intrauterine gestation.', 'Twin live intrauterine pregnancy.'],
    ['size', 'Fractures of the left 4th, 5th, 6th and 7th ribs.', 'Two rib fractures.'],
    ['size', 'LAD: 90% stenosis. LCx: 80% stenosis. RCA: 75% stenosis.', 'Single-vessel disease.'],
    ['category', 'Ejection fraction 28%.', 'Normal left ventricular systolic function.'],
    ['category', 'Right ICA: PSV 310 cm/s.', 'No significant carotid stenosis.'],
    ['side', 'Differential function: left 24%, right 76%.', 'Right kidney with function of 24%.'],
    ['side', 'An exophytic mass of 3.4 cm of the left kidney.', '3.4 cm right renal tumour.'],
  ])('is not that of the findings (%s): “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })

  it.each([
    ['Three lesions, two of which enhance.', 'Two enhancing lesions.'],
    ['Two nodules: right upper lobe 6 mm, left lower lobe 11 mm.', 'Multiple nodules.'],
    ['3 mm stone in the left ureter. Stones of 4 mm and 2 mm in the right kidney.', 'Two right renal stones.'],
    ['EF 58%.', 'Normal left ventricular function.'],
    ['Midline shift of 5 mm to the left. Right subdural haematoma.', 'Right subdural haematoma with 5 mm midline shift.'],
    ['Right ICA: PSV 310 cm/s. Left ICA: PSV 80 cm/s.', 'Severe right ICA stenosis.'],
  ])('is that of the findings: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('a comparison', () => {
  it.each([
    ['Comparison: None available. Colloid cyst of 9 mm.', '', 'Colloid cyst, unchanged from the previous examination.'],
    ['Colloid cyst of 9 mm.', 'None.', 'Colloid cyst, unchanged.'],
    ['First study here, no outside images. Aorta 4.4 cm.', '', 'Aorta 4.4 cm, increased since prior.'],
  ])('needs something to compare with: “%s” (“%s”) and “%s”', (findings, comparison, impression) => {
    expect(between({ findings, comparison, impression }).map(({ kind }) => kind)).toEqual(['change'])
  })

  it.each([
    ['No prior study. Nodule of 8 mm.', '', 'Nodule of 8 mm. CT in three months.'],
    ['No prior MRI. Compared with the CT of 2020 no change.', '', 'Unchanged meningioma.'],
    ['Meningioma.', 'CT of 2020.', 'Meningioma, unchanged since the previous examination.'],
  ])('has it: “%s” (“%s”) and “%s”', (findings, comparison, impression) => {
    expect(between({ findings, comparison, impression })).toEqual([])
  })

  it.each([
    ['The left effusion has enlarged since yesterday.', 'Stable left pleural effusion.'],
    ['Bibasal opacities have cleared since the earlier film.', 'Worsening bibasal opacities.'],
    ['Lesion 18 mm then, now 27 mm.', 'Stable liver lesion.'],
    ['Mass grew from 22 to 34 mm.', 'Mass is smaller.'],
    ['The aorta measures 4.6 cm today; it was 3.9 cm a year ago.', 'Aneurysm, stable.'],
  ])('of the impression goes against that of the findings: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('change')
  })

  it.each([
    [
      'Left effusion smaller than yesterday. Right effusion larger than yesterday.',
      'Increasing right and decreasing left effusion.',
    ],
    ['Segment VI lesion 19 mm, was 26 mm. Segment II lesion unchanged.', 'Segment VI lesion smaller, segment II lesion stable.'],
    ['AAA 4.8 cm (4.6 cm in 2023).', 'AAA 4.8 cm, growth of 2 mm.'],
  ])('goes with that of the findings: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('opposite words for one thing', () => {
  it.each([
    ['presence', 'CRM involved at 9 o’clock.', 'CRM clear.'],
    ['presence', 'Flap beyond the left subclavian artery, ascending aorta spared.', 'Stanford type A dissection.'],
    ['presence', 'All deep veins compress completely.', 'Deep vein thrombosis.'],
    ['presence', 'Nasogastric tube tip in the lower lobe bronchus.', 'Tube in satisfactory position.'],
    ['category', 'Severe tricuspid regurgitation.', 'Mild tricuspid regurgitation.'],
    ['category', 'Hepatic steatosis, severe.', 'Mild hepatic steatosis.'],
    ['category', 'Flail mitral leaflet with severe regurgitation.', 'Trivial mitral regurgitation.'],
  ])('are asked about (%s): “%s” and “%s”', (kind, findings, impression) => {
    expect(kinds(findings, impression)).toContain(kind)
  })

  it.each([
    ['Left stent patent. Right stent occluded.', 'Patent left stent.'],
    ['Mild regurgitation of the mitral valve, severe tricuspid regurgitation.', 'Mild mitral regurgitation.'],
    ['Moderate mitral regurgitation.', 'Mild mitral regurgitation.'],
    ['Popliteal thrombus. The other veins compress fully.', 'Deep vein thrombosis.'],
    ['Complete occlusion of the coiled aneurysm.', 'No residual aneurysm.'],
  ])('are of two things, or near: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

describe('a finding', () => {
  it.each([
    ['Disc extrusion at L4/5. L5/S1: facet arthropathy.', 'Disc extrusion at L5/S1.'],
    ['Cyst of the pancreatic tail.', 'Cyst of the pancreatic head.'],
    ['Reversible inferior wall defect. Anterior wall normal.', 'Anterior wall ischaemia.'],
    ['Vegetation on the tricuspid leaflet. Mitral valve thin and clean.', 'Mitral valve vegetation.'],
    ['Distal radial fracture. Ulnar styloid intact.', 'Fracture of the distal tibia.'],
    ['Laceration of the spleen. Liver, kidneys and pancreas intact.', 'Liver laceration.'],
    ['Wedge compression of T8, no retropulsion. Other vertebrae normal.', 'T11 fracture without retropulsion.'],
    ['Mass in the left lower pole.', 'Mass in the left upper pole.'],
    ['Opacified left sphenoid sinus. Maxillary sinuses clear.', 'Maxillary sinusitis.'],
  ])('is not at a place that findings give it nowhere: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('place')
  })

  it.each([
    ['Disc extrusion at L4/5. Disc protrusion at L5/S1.', 'Disc protrusion at L5/S1.'],
    ['Consolidation of the middle lobe. Atelectasis in the lower lobe.', 'Middle lobe pneumonia with basal atelectasis.'],
    ['Fracture of the distal radius. Avulsion of the ulnar styloid.', 'Colles fracture with ulnar styloid avulsion.'],
    ['Nodule of the upper lobe, unchanged. Lower lobe nodule, previously 6 mm.', 'Lower lobe nodule.'],
    ['LAD stent patent. RCA occluded.', 'Occluded RCA, patent LAD stent.'],
    ['Nasal bones intact. Orbital floor fracture.', 'Orbital floor fracture.'],
    ['Mass in segment III, 6 cm. Cyst in segment VI.', 'Mass in segment III, 6 cm.'],
    ['Calcified pancreas with chronic pancreatitis. Atrophic kidney.', 'Chronic pancreatitis and atrophic left kidney.'],
    ['Fracture of the distal radius.', 'Fracture of the distal radius. If pain persists, MRI to exclude a scaphoid fracture.'],
  ])('may be at another place of its kind: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['Moderate left pleural effusion. No right-sided effusion.', 'Bilateral pleural effusions.'],
    ['Left pleural effusion.', 'Bilateral pleural effusions.'],
  ])('of one side is not of both: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('side')
  })

  it.each([
    ['Left pleural effusion. Small amount of fluid on the right.', 'Bilateral pleural effusions.'],
    ['Nodules: right upper lobe 5 mm, left lower lobe 3 mm.', 'Bilateral nodules.'],
  ])('of both sides is: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })

  it.each([
    ['Crescentic hyperdense collection over the right convexity.', 'No intracranial haemorrhage.'],
    ['Lentiform hyperdense collection.', 'No epidural haematoma.'],
    ['CBD with two filling defects.', 'No choledocholithiasis.'],
    ['Fracture through the base of the dens.', 'No acute cervical spine fracture.'],
    ['Humeral head lies inferomedial to the glenoid.', 'No dislocation.'],
    ['Appendix 13 mm, thick walled, with an appendicolith.', 'No acute abdominal abnormality.'],
    ['Mismatched perfusion defects.', 'Low probability for pulmonary embolism.'],
    ['Diverticula of the sigmoid with stranding, no free air.', 'No evidence of acute inflammation.'],
  ])('is denied although its picture is described: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toContain('presence')
  })

  it.each([
    ['Matched defect corresponds to emphysema. No mismatched segment.', 'Low probability of PE.'],
    ['Appendix normal. No stranding.', 'No appendicitis.'],
    ['The right collecting system is not dilated.', 'No hydronephrosis.'],
    ['Nasal bone fracture. C-spine intact.', 'No cervical spine fracture. Nasal fracture.'],
  ])('is denied where its picture is not: “%s” and “%s”', (findings, impression) => {
    expect(kinds(findings, impression)).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { type Acquired, unmetNeed } from './field-needs.ts'

const study = (description: string, modality: string, ...series: string[]): Acquired => ({
  description,
  series: series.map((one) => ({ modality, description: one, frames: 20 })),
})
const field = (label: string, normal = 'none') => ({ label, normal })

it.each([
  [field('Restricted diffusion'), study('MR knee', 'MR', 'PD TSE SAG'), 'no diffusion series'],
  [field('Restricted diffusion'), study('MR brain', 'MR', 'T2 TSE', 'ep2d_diff_3scan'), null],
  [field('Restricted diffusion'), study('MR brain', 'MR', ''), 'no diffusion series'],
  [field('Bleeding or blood products'), study('MR brain', 'MR', 'T1', 'AX DWI'), 'no series for blood products'],
  [field('Bleeding or blood products'), study('MR brain', 'MR', 'SWI_images'), null],
  [field('Bone marrow', 'normal'), study('MR ankle', 'MR', 'T1 SAG'), 'no fat-suppressed series'],
  [field('Bone marrow', 'normal'), study('MR ankle', 'MR', 'PD_FS COR'), null],
  [field('Right breast', 'no suspicious enhancement'), study('MR breast', 'MR', 'T2', 'STIR'), 'no series after contrast'],
  [field('Right breast', 'no suspicious enhancement'), study('MR breast', 'MR', 'T1 DYN 5'), null],
  [
    field('Bladder and pelvic organs'),
    study('CT chest and upper abdomen', 'CT', 'Thx 5.0'),
    'no images of the pelvis by its description',
  ],
  [field('Bladder and pelvic organs'), study('CT abdomen and pelvis', 'CT', 'Abd 5.0'), null],
  [field('Liver', 'normal'), study('CT chest and upper abdomen', 'CT', 'Thx 5.0'), null],
  [field('Anterior cruciate ligament', 'intact'), study('MR knee', 'MR', 'PD AX', 'T1 COR'), 'no sagittal series'],
  [field('Anterior cruciate ligament', 'intact'), study('MR knee', 'MR', 'PD', 'T1'), null],
  [field('Bladder', 'normal'), study('US kidneys', 'US', ''), null],
])('%j of a study needs images of it: %j', (claim, acquired, lacks) => {
  expect(unmetNeed(claim, acquired)).toBe(lacks)
})

it.each([
  ['CT', 1, 'the study has 1 slice'],
  ['MR', 7, 'the study has 7 slices'],
  ['MR', 8, null],
  ['CR', 1, null],
  ['US', 1, null],
])('%s with %i images', (modality, frames, lacks) => {
  expect(unmetNeed(field('Liver', 'normal'), { description: 'Abdomen', series: [{ modality, description: null, frames }] })).toBe(
    lacks,
  )
})

import { expect, it } from 'vitest'
import { type Acquired, type AcquiredSeries, unmetNeed } from './field-needs.ts'

/** A series of 20 images that were all on screen. */
const made = (modality: string, facts: Partial<AcquiredSeries> = {}): AcquiredSeries => ({
  modality,
  description: null,
  bodyPart: null,
  laterality: null,
  imageType: null,
  frames: 20,
  shown: 20,
  ...facts,
})

const study = (description: string, modality: string, ...series: string[]): Acquired => ({
  description,
  series: series.map((one) => made(modality, { description: one })),
})
const field = (label: string, normal = 'none') => ({ label, normal })

it.each([
  [field('Restricted diffusion'), study('MR knee', 'MR', 'PD TSE SAG'), 'no diffusion series'],
  [field('Restricted diffusion'), study('MR brain', 'MR', 'T2 TSE', 'ep2d_diff_3scan'), null],
  [field('Restricted diffusion'), study('MR brain', 'MR', ''), 'the names of the series tell no sequence (T1, T2, STIR)'],
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
  [
    field('Sacroiliac joints', 'normal'),
    study('XR C spine', 'CR', 'LAT'),
    'no images of the pelvis or the lower spine by their description',
  ],
  [field('Sacroiliac joints', 'normal'), study('XR lumbar spine', 'CR', 'LAT'), null],
  [field('Ankle mortise', 'congruent'), study('XR foot', 'DX', 'AP', 'LAT'), 'no images of the ankle by their description'],
  [field('Heel spur'), study('XR ankle', 'DX', 'AP', 'LAT'), 'no images of the foot by their description'],
  [field('Nasal bones', 'intact'), study('XR skull', 'DX', 'LAT'), 'no images of the sinuses or the nose by their description'],
  [field('Patellofemoral joint', 'normal'), study('XR knee', 'DX', 'AP'), 'no lateral view'],
  [field('Patellofemoral joint', 'normal'), study('XR knee', 'DX', 'AP', 'LAT'), null],
  [field('Patellofemoral joint', 'normal'), study('XR knee 2 views', 'DX', ''), null],
  [field('Medial joint space', 'preserved'), study('XR knee', 'DX', 'AP'), null],
  [field('Left carotid arteries', 'patent'), study('CTA head', 'CT', 'Angio 0.6'), 'no images of the neck by their description'],
  [
    field('Intracranial arteries', 'normal calibre'),
    study('CTA carotids', 'CT', 'Angio 0.6'),
    'no images of the head by their description',
  ],
  [field('Pituitary and posterior fossa', 'normal'), study('MR brain', 'MR', 'T2 AX'), 'no sagittal or coronal series'],
  [field('Mass'), study('MR brain', 'MR', 'PD AX'), 'no T2 or FLAIR series'],
])('%j of a study needs images of it: %j', (claim, acquired, lacks) => {
  expect(unmetNeed(claim, acquired)).toBe(lacks)
})

it.each([
  ['CT', 1, 'the study has 1 slice'],
  ['MR', 7, 'the study has 7 slices'],
  ['MR', 8, null],
  ['CR', 1, null],
  ['US', 1, 'the study has 1 image'],
  ['US', 2, null],
  ['MG', 1, 'the study has 1 image'],
])('%s with %i images', (modality, frames, lacks) => {
  expect(
    unmetNeed(field('Liver', 'normal'), { description: 'Abdomen', series: [made(modality, { frames, description: 'T2' })] }),
  ).toBe(lacks)
})

it.each<[string, AcquiredSeries[], string, string | null]>([
  [
    'a stereotactic view of one breast',
    [made('MG', { laterality: 'L', frames: 1 })],
    'Right breast calcifications',
    'the study has 1 image',
  ],
  [
    'two views of the left breast',
    [made('MG', { laterality: 'L', frames: 2 })],
    'Right breast mass',
    'no image is marked as of the right side',
  ],
  ['two views of the left breast', [made('MG', { laterality: 'L', frames: 2 })], 'Left breast mass', null],
  [
    'one view of each breast',
    [made('MG', { laterality: 'L', frames: 1 }), made('MG', { laterality: 'R', frames: 1 })],
    'Left breast mass',
    'there is 1 view of the left side',
  ],
  ['breasts that no header names', [made('MG', { frames: 4 })], 'Left breast mass', 'no image is marked as of the left side'],
  ['breasts that the series names', [made('MG', { description: 'L CC', frames: 2 })], 'Left breast mass', null],
  ['both breasts in a series', [made('MG', { laterality: 'B', frames: 4 })], 'Right breast mass', null],
  ['a knee', [made('DX', { laterality: 'R', frames: 2 })], 'Left knee effusion', 'no image is marked as of the left side'],
  ['a chest of which no header names a side', [made('CT')], 'Left lung', null],
  [
    'localizers and projections',
    [
      made('MR', { description: 'FAST LOCALIZER' }),
      made('MR', { description: 'T/S/C RF FAST PILOT' }),
      made('MR', { imageType: 'DERIVED\\SECONDARY\\PROJECTION IMAGE' }),
    ],
    'Grey matter',
    'the study has only localizers, projections and motion',
  ],
  [
    'slices beside a localizer',
    [made('MR', { imageType: 'ORIGINAL\\PRIMARY\\LOCALIZER' }), made('MR', { frames: 3 })],
    'Grey matter',
    'the study has 3 slices',
  ],
  ['reformatted slices', [made('CT', { imageType: 'DERIVED\\SECONDARY\\REFORMATTED' })], 'Liver', null],
  [
    'one echo image',
    [made('US', { description: 'Transesophageal Echocardiogram', frames: 1, shown: 1 })],
    'Mitral valve',
    'the study has 1 image',
  ],
  ['images that were not drawn', [made('US', { shown: 0 }), made('CT', { shown: 0 })], 'Liver', 'no image has been displayed'],
  ['images of which some were drawn', [made('US', { shown: 0 }), made('US', { shown: 1 })], 'Liver', null],
  ['a study without images', [], 'Liver', 'no image has been displayed'],
  ['diffusion by the image type', [made('MR', { imageType: 'ORIGINAL\\PRIMARY\\DIFFUSION\\ADC' })], 'Restricted diffusion', null],
  ['a pelvis by the body part', [made('CT', { bodyPart: 'PELVIS' })], 'Bladder', null],
])('%s: %j, “%s” %s', (_what, series, label, lacks) => {
  expect(unmetNeed({ label, normal: 'normal' }, { description: '', series })).toBe(lacks)
})

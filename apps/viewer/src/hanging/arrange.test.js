import { expect, test } from 'vitest'
import { arrange, breastViewOf, planeOf, projectionOf, sequenceOf } from './arrange.js'

const set = (uid, fields = {}) => ({
  uid,
  modality: 'CT',
  number: 1,
  description: '',
  images: 1,
  view: '',
  side: '',
  normal: null,
  isLocalizer: false,
  ...fields,
})
const shown = (...sets) => arrange(sets).map((one) => one?.uid ?? null)
const axial = [0, 0, 1]
const coronal = [0, -1, 0]
const sagittal = [1, 0.1, 0]

test('shows a chest radiograph with the frontal view left and the lateral right, in whatever order they came', () => {
  const dx = { modality: 'DX' }
  expect(shown(set('lat', { ...dx, number: 1, view: 'LL' }), set('pa', { ...dx, number: 2, view: 'PA' }))).toEqual(['pa', 'lat'])
  expect(
    shown(
      set('side', { ...dx, number: 1, description: 'Chest lateral' }),
      set('front', { ...dx, number: 2, description: 'CHEST PA' }),
    ),
  ).toEqual(['front', 'side'])
  expect(shown(set('oblique', { ...dx, view: 'LLO' }), set('ap', { ...dx, view: 'AP' }))).toEqual(['ap', 'oblique'])
})

test("the view in the image's attributes takes precedence over its description", () => {
  expect(projectionOf(set('a', { view: 'LL', description: 'Chest PA and lateral' }))).toBe('lateral')
  expect(projectionOf(set('a', { view: 'LLO', description: 'Chest PA' }))).toBeNull()
})

test('shows a mammogram in four places, one per view, even if one is missing', () => {
  const mg = (uid, side, view) => set(uid, { modality: 'MG', side, view })
  const four = [mg('lmlo', 'L', 'MLO'), mg('rcc', 'R', 'CC'), mg('lcc', 'L', 'CC'), mg('rmlo', 'R', 'MLO')]
  expect(shown(...four)).toEqual(['rcc', 'lcc', 'rmlo', 'lmlo'])
  expect(shown(...four.slice(0, 3))).toEqual(['rcc', 'lcc', null, 'lmlo'])
  expect(shown(mg('lcc', 'L', 'CC'), mg('rcc', 'R', 'CC'))).toEqual(['rcc', 'lcc'])
  expect(shown(mg('lcc', 'L', 'CC'))).toEqual(['lcc'])
})

test('reads the side and view of a breast from the description if the attributes lack them', () => {
  expect(breastViewOf(set('a', { description: 'RCC' }))).toBe('RCC')
  expect(breastViewOf(set('a', { description: 'L-MLO' }))).toBe('LMLO')
  expect(breastViewOf(set('a', { description: 'Left CC' }))).toBe('LCC')
  expect(breastViewOf(set('a', { description: 'Tomosynthesis' }))).toBeNull()
})

test('shows CT by plane, each with its largest series, without the localizer', () => {
  const scout = set('scout', { number: 1, normal: coronal, isLocalizer: true })
  const thin = set('thin', { number: 2, normal: axial, images: 400 })
  const thick = set('thick', { number: 3, normal: axial, images: 60 })
  const reformat = set('coronal', { number: 4, normal: coronal, images: 80 })
  expect(shown(scout, thick, thin, reformat)).toEqual(['thin', 'coronal'])
  expect(shown(scout, thin, reformat, set('sagittal', { normal: sagittal }))).toEqual(['thin', 'coronal', 'sagittal'])
  expect(shown(scout)).toEqual(['scout'])
  expect(shown(set('unsaid'))).toEqual(['unsaid'])
})

test('shows MR by sequence, and fills the rest with series of unknown names', () => {
  const mr = (uid, description) => set(uid, { modality: 'MR', description })
  expect(shown(mr('d', 'DWI_b1000'), mr('t2', 'Ax T2 FSE'), mr('f', 'T2 FLAIR'), mr('t1', 't1_se_tra'))).toEqual([
    't1',
    't2',
    'f',
    'd',
  ])
  expect(shown(mr('a', 'ASL'), mr('t2', 'T2'), mr('b', 'SWI'))).toEqual(['t2', 'a', 'b'])
  expect(shown(mr('t2 a', 'T2'), mr('t2 b', 'T2'))).toEqual(['t2 a'])
  expect(sequenceOf(mr('x', 'T1 post Gd'))).toBe('T1 with contrast')
})

test('the plane of slices is the nearest one', () => {
  expect([axial, coronal, sagittal, [0.1, 0.6, -0.7]].map((normal) => planeOf({ normal }))).toEqual([
    'axial',
    'coronal',
    'sagittal',
    'axial',
  ])
  expect(planeOf({ normal: null })).toBeNull()
})

test('other modalities show their first series, and a study without images shows none', () => {
  expect(shown(set('b', { modality: 'US', number: 2 }), set('a', { modality: 'US', number: 1 }))).toEqual(['a'])
  expect(shown()).toEqual([])
})

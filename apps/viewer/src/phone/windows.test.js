import { expect, test } from 'vitest'
import { isSame, readable, windowsFor } from './windows.js'

const namesOf = (instance) => windowsFor(instance).map(({ name }) => name)

test.each([
  [
    "the scanner's body part",
    { BodyPartExamined: 'HEAD', StudyDescription: 'CT abdomen' },
    ['Brain', 'Stroke', 'Subdural', 'Bone'],
  ],
  ['the description', { StudyDescription: 'CT Thorax mit KM' }, ['Lung', 'Mediastinum', 'Bone']],
  [
    'both of two parts, once each',
    { StudyDescription: 'CT chest and abdomen' },
    ['Lung', 'Mediastinum', 'Bone', 'Soft tissue', 'Liver'],
  ],
  ['the spine', { BodyPartExamined: 'LSPINE' }, ['Spine', 'Bone']],
  ['the defaults for an unknown part', { BodyPartExamined: 'WRIST' }, ['Soft tissue', 'Lung', 'Bone']],
])('the windows of CT follow %s', (_what, instance, names) => {
  expect(namesOf({ Modality: 'CT', ...instance })).toEqual(names)
})

test('other modalities offer only windows that the file names or has several of', () => {
  const two = { Modality: 'MR', WindowWidth: [600, 1200], WindowCenter: [300, 500] }
  expect(windowsFor({ ...two, WindowCenterWidthExplanation: ['NORMAL', 'WIDE'] })).toEqual([
    { name: 'NORMAL', width: 600, level: 300 },
    { name: 'WIDE', width: 1200, level: 500 },
  ])
  expect(namesOf(two)).toEqual(['Window 1', 'Window 2'])
  expect(windowsFor({ Modality: 'MR', WindowWidth: 600, WindowCenter: 300 })).toEqual([])
  expect(windowsFor({ Modality: 'US' })).toEqual([])
})

test('offers none for PET (other units), colour images, and an unknown image', () => {
  const named = { WindowWidth: [1, 2], WindowCenter: [1, 2] }
  expect(windowsFor({ ...named, Modality: 'PT' })).toEqual([])
  expect(windowsFor({ ...named, Modality: 'US', SamplesPerPixel: 3 })).toEqual([])
  expect(windowsFor(null)).toEqual([])
})

test('two windows are the same if they are displayed the same', () => {
  expect(isSame({ width: 80, level: 40 }, { width: 80.2, level: 39.7 })).toBe(true)
  expect(isSame({ width: 80, level: 40 }, { width: 81, level: 40 })).toBe(false)
  expect(readable(0.254, 0.5)).toBe('0.25')
})

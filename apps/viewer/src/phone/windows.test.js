import { expect, test } from 'vitest'
import { isSame, readable, windowsFor } from './windows.js'

const namesOf = (instance) => windowsFor(instance).map(({ name }) => name)

test.each([
  [
    'what the scanner says',
    { BodyPartExamined: 'HEAD', StudyDescription: 'CT abdomen' },
    ['Brain', 'Stroke', 'Subdural', 'Bone'],
  ],
  ['what people write', { StudyDescription: 'CT Thorax mit KM' }, ['Lung', 'Mediastinum', 'Bone']],
  [
    'both of two parts, once each',
    { StudyDescription: 'CT chest and abdomen' },
    ['Lung', 'Mediastinum', 'Bone', 'Abdomen', 'Liver'],
  ],
  ['the spine', { BodyPartExamined: 'LSPINE' }, ['Soft tissue', 'Bone']],
  ['the usual ones of a part that is not known', { BodyPartExamined: 'WRIST' }, ['Soft tissue', 'Lung', 'Bone']],
])('of CT: %s', (_what, instance, names) => {
  expect(namesOf({ Modality: 'CT', ...instance })).toEqual(names)
})

test('of anything else, what the file names or has several of, and nothing is made up', () => {
  const two = { Modality: 'MR', WindowWidth: [600, 1200], WindowCenter: [300, 500] }
  expect(windowsFor({ ...two, WindowCenterWidthExplanation: ['NORMAL', 'WIDE'] })).toEqual([
    { name: 'NORMAL', width: 600, level: 300 },
    { name: 'WIDE', width: 1200, level: 500 },
  ])
  expect(namesOf(two)).toEqual(['Window 1', 'Window 2'])
  expect(windowsFor({ Modality: 'MR', WindowWidth: 600, WindowCenter: 300 })).toEqual([])
  expect(windowsFor({ Modality: 'US' })).toEqual([])
})

test('none of PET, whose values are shown in another unit, of colours, and of an image that is not known yet', () => {
  const named = { WindowWidth: [1, 2], WindowCenter: [1, 2] }
  expect(windowsFor({ ...named, Modality: 'PT' })).toEqual([])
  expect(windowsFor({ ...named, Modality: 'US', SamplesPerPixel: 3 })).toEqual([])
  expect(windowsFor(null)).toEqual([])
})

test('a window is the one that it is written as', () => {
  expect(isSame({ width: 80, level: 40 }, { width: 80.2, level: 39.7 })).toBe(true)
  expect(isSame({ width: 80, level: 40 }, { width: 81, level: 40 })).toBe(false)
  expect(readable(0.254, 0.5)).toBe('0.25')
})

import { expect, test } from 'vitest'
import { imageWords, measurementWords } from './image-words.ts'

const place = { studyUid: '1.1', series: 3, image: 45, frame: null }

test('a measurement is a line with its value and where it is', () => {
  expect(measurementWords({ ...place, label: 'Lesion', text: ['18.6 mm', 'Area: 12 mm²'] }, '1.1')).toEqual([
    'Lesion: 18.6 mm, Area: 12 mm² (series 3, image 45)',
  ])
  expect(measurementWords({ ...place, studyUid: '1.2', label: '', text: ['3 mm'] }, '1.1')).toEqual([
    '3 mm (prior, series 3, image 45)',
  ])
  expect(measurementWords({ ...place, series: null, label: '', text: ['3 mm'] }, '1.1')).toEqual(['3 mm'])
})

test('a measurement without a value says nothing; what it is called stays text of one line', () => {
  expect(measurementWords({ ...place, label: 'Arrow', text: [] }, '1.1')).toEqual([])
  const [words = ''] = measurementWords({ ...place, label: '<b>#let\n- x\u0000', text: ['1 mm'] }, '1.1')
  expect(words).toBe('<b>#let - x: 1 mm (series 3, image 45)')
})

test('an image is named by its numbers, or not at all', () => {
  expect(imageWords({ ...place, frame: 7 }, '1.1', null)).toEqual(['(series 3, image 45, frame 7)'])
  expect(imageWords({ ...place, frame: 7 }, '1.1', 2)).toEqual(['(key image 2: series 3, image 45, frame 7)'])
  expect(imageWords({ ...place, image: null }, '1.1', null)).toEqual([])
  expect(imageWords({ ...place, image: null }, '1.1', 1)).toEqual(['(key image 1)'])
})

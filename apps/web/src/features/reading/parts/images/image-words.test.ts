import { expect, test } from 'vitest'
import { imageWords, measurementSentence } from './image-words.ts'

const place = { studyUid: '1.1', series: 3, image: 45, frame: null }

test('measurements form one sentence that names each place once and keeps the units', () => {
  const lesion = { ...place, id: 'a', label: 'Lesion', text: ['18.6 mm', 'Area: 12 mm²'] }
  const other = { ...place, id: 'b', label: '', text: ['3 mm'] }
  const prior = { ...other, id: 'c', studyUid: '1.2' }
  expect(measurementSentence([lesion, prior, other], '1.1')).toEqual({
    text: 'Measured: Lesion 18.6 mm, Area: 12 mm², 3 mm (series 3, image 45); 3 mm (prior, series 3, image 45).',
    ids: ['a', 'c', 'b'],
  })
  expect(measurementSentence([{ ...other, series: null }], '1.1').text).toBe('Measured: 3 mm.')
})

test('a measurement without a value is left out, and its label is plain text on one line', () => {
  expect(measurementSentence([{ ...place, id: 'a', label: 'Arrow', text: [] }], '1.1')).toEqual({ text: '', ids: [] })
  expect(measurementSentence([{ ...place, id: 'a', label: '<b>#let\n- x\u0000', text: ['1 mm'] }], '1.1').text).toBe(
    'Measured: <b>#let - x 1 mm (series 3, image 45).',
  )
})

test.each([[['0 mm']], [['0.0 mm']], [['Area: 0 mm²', 'Mean: 40 HU']], [['12 mm', '0 mm']]])(
  'a measurement of nothing is left out: %j',
  (text) => {
    expect(measurementSentence([{ ...place, id: 'a', label: '', text }], '1.1')).toEqual({ text: '', ids: [] })
  },
)

test('a measurement of less than a millimetre, or of 0 HU, is kept', () => {
  const text = ['0.4 mm', 'Mean: 0 HU', '10 mm']
  expect(measurementSentence([{ ...place, id: 'a', label: '', text }], '1.1').ids).toEqual(['a'])
})

test('an image is named by its numbers, or not at all', () => {
  expect(imageWords({ ...place, frame: 7 }, '1.1', null)).toEqual(['(series 3, image 45, frame 7)'])
  expect(imageWords({ ...place, frame: 7 }, '1.1', 2)).toEqual(['(key image 2: series 3, image 45, frame 7)'])
  expect(imageWords({ ...place, image: null }, '1.1', null)).toEqual([])
  expect(imageWords({ ...place, image: null }, '1.1', 1)).toEqual(['(key image 1)'])
})

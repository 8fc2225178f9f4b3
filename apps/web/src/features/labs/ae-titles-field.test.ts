import { expect, test } from 'vitest'
import { addAeTitle } from './ae-titles-field.tsx'

test('is upper-cased and trimmed', () => {
  expect(addAeTitle(['MR1'], ' ct_1 ')).toEqual({ titles: ['MR1', 'CT_1'] })
})

test.each(['', '   ', 'mr1'])('%j changes nothing', (text) => {
  expect(addAeTitle(['MR1'], text)).toEqual({ titles: ['MR1'] })
})

test.each(['a\\b', 'Ж', 'SEVENTEEN-LETTERS'])('%j is refused', (text) => {
  expect(addAeTitle([], text)).toHaveProperty('refusal')
})

test('twenty are enough', () => {
  const titles = Array.from({ length: 20 }, (_, index) => `CT${index}`)
  expect(addAeTitle(titles, 'CT20')).toEqual({ refusal: 'At most 20 AE titles.' })
})

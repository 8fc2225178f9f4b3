import { expect, test } from 'vitest'
import { addAeTitle } from './ae-titles-field.tsx'

test('trims an AE title and converts it to upper case', () => {
  expect(addAeTitle(['MR1'], ' ct_1 ')).toEqual({ titles: ['MR1', 'CT_1'] })
})

test.each(['', '   ', 'mr1'])('ignores %j', (text) => {
  expect(addAeTitle(['MR1'], text)).toEqual({ titles: ['MR1'] })
})

test.each(['a\\b', 'Ж', 'SEVENTEEN-LETTERS'])('refuses %j', (text) => {
  expect(addAeTitle([], text)).toHaveProperty('refusal')
})

test('accepts at most twenty', () => {
  const titles = Array.from({ length: 20 }, (_, index) => `CT${index}`)
  expect(addAeTitle(titles, 'CT20')).toEqual({ refusal: 'At most 20 AE titles.' })
})

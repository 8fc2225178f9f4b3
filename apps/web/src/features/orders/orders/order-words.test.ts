import { expect, test } from 'vitest'
import { valueWords } from './order-words.ts'

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [['Weiss', 'Okafor'], 'Weiss, Okafor'],
  [[{ id: 'P-1', authority: 'HIS' }], 'P-1'],
  [[{ id: null, description: 'CT of the neck', code: 'P2' }], 'CT of the neck P2'],
  [
    { patientClass: 'I', location: ['WARD 3', '12'], number: { number: 'V1', authority: null }, account: null },
    'I, WARD 3, 12, V1',
  ],
])('the value %j reads %j', (value, words) => {
  expect(valueWords(value)).toBe(words)
})

import { expect, test } from 'vitest'
import { nameWords, valueWords } from './order-words.ts'

test.each([
  ['Lindqvist^Anna^^Dr', 'Lindqvist Anna Dr'],
  ['=山田^太郎', '山田 太郎'],
  ['Anna Lindqvist', 'Anna Lindqvist'],
  ['^^^', null],
  [null, null],
])('the name %j reads %j', (name, words) => {
  expect(nameWords(name)).toBe(words)
})

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [['Weiss', 'Okafor'], 'Weiss, Okafor'],
  [[{ id: 'P-1', authority: 'HIS' }], 'P-1'],
])('the value %j reads %j', (value, words) => {
  expect(valueWords(value)).toBe(words)
})

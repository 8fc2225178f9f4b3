import { expect, test } from 'vitest'
import { findsText } from './finds-text.ts'

test.each([
  ['nguyen', 'Nguyễn Thị Ánh'],
  ['NGUYỄN anh', 'Nguyễn Thị Ánh'],
  ['anh nguyen', 'Nguyễn Thị Ánh'],
  ['duc', 'Trần Đức'],
  ['jose', 'Jose\u0301 Łukasz'],
  ['lukasz', 'José Łukasz'],
  ['strasse', 'Labor Straße'],
  ['lungrads', 'CT screening Lung-RADS'],
  ['lung-rads', 'CT screening lung rads'],
  ['lung rads', 'CT screening Lung-RADS'],
  ['x-ray', 'Xray chest'],
  ['', 'Anybody'],
  [' ', 'Anybody'],
])('%j finds %s', (typed, name) => {
  expect(findsText(typed, [name])).toBe(true)
})

test('does not find a text that lacks one of the words', () => {
  expect(findsText('nguyen binh', ['Nguyễn Thị Ánh', 'anh@clinic.example'])).toBe(false)
  expect(findsText('nguyen clinic', ['Nguyễn Thị Ánh', 'anh@clinic.example'])).toBe(true)
})

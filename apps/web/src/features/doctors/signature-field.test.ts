import { expect, test } from 'vitest'
import { refuseSignature } from './signature-field.tsx'

const twoMB = 2 * 1024 * 1024

test.each([
  ['image/png', twoMB, null],
  ['image/jpeg', 1, null],
  ['image/png', twoMB + 1, 'Signature file must be less than 2MB'],
  ['image/gif', 10, 'Please select a valid image file (PNG, JPG, JPEG)'],
  ['application/pdf', twoMB + 1, 'Please select a valid image file (PNG, JPG, JPEG)'],
  ['image/png', 0, 'Please select a valid image file (PNG, JPG, JPEG)'],
])('%s of %i bytes', (type, size, refusal) => {
  expect(refuseSignature({ type, size })).toBe(refusal)
})

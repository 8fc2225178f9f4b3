import { expect, test } from 'vitest'
import { refuseSignature } from './signature-field.tsx'

const twoMB = 2 * 1024 * 1024
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const text = [...new TextEncoder().encode('not an image')]
const invalid = 'Please select a valid image file (PNG, JPG, JPEG)'

const fileOf = (type: string, beginning: number[], size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(beginning.slice(0, size))
  return new File([bytes], 'sign.png', { type })
}

test.each([
  ['a PNG of 2 MB', 'image/png', png, twoMB, null],
  ['a small JPEG', 'image/jpeg', jpeg, 100, null],
  ['a JPEG called PNG', 'image/png', jpeg, 100, null],
  ['a PNG that is too large', 'image/png', png, twoMB + 1, 'Signature file must be less than 2MB'],
  ['text in a .png', 'image/png', text, 100, invalid],
  ['a GIF', 'image/gif', png, 100, invalid],
  ['a PDF that is too large', 'application/pdf', text, twoMB + 1, invalid],
  ['an empty file', 'image/png', png, 0, invalid],
])('%s', async (_, type, beginning, size, refusal) => {
  expect(await refuseSignature(fileOf(type, beginning, size))).toBe(refusal)
})

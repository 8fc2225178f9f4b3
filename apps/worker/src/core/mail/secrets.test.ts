import { expect, test } from 'vitest'
import { makeCode, makePassword } from './secrets.ts'

const many = (make: () => string) => Array.from({ length: 2_000 }, make)

test('codes have six digits, leading zeros too, and differ', () => {
  const codes = many(makeCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
  expect(new Set(codes).size).toBeGreaterThan(1_900)
})

test('passwords have at least 80 bits and no characters that look alike', () => {
  const passwords = many(makePassword)
  const used = new Set(passwords.join('').replaceAll('-', ''))
  for (const password of passwords) expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect([...'ilo01'].filter((character) => used.has(character))).toEqual([])
  expect(20 * Math.log2(used.size)).toBeGreaterThan(80)
  expect(new Set(passwords).size).toBe(passwords.length)
})

import { expect, test } from 'vitest'
import { decodeName } from './decode-name.ts'

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as never)))
const escaped = (text: string) => `\u001b${text}`
const kanji = bytes(
  [0xd4, 0xcf, 0xc0, 0xde, 0x5e, 0xc0, 0xdb, 0xb3, 0x3d],
  escaped('$B'),
  [0x3b, 0x33, 0x45, 0x44],
  escaped('(J'),
  '^',
  escaped('$B'),
  [0x42, 0x40, 0x4f, 0x3a],
  escaped('(J'),
)

test.each([
  ['ASCII, undeclared', undefined, bytes('Doe^Jane'), 'Doe^Jane'],
  ['Latin-1', 'ISO_IR 100', bytes('M', [0xfc], 'ller'), 'Müller'],
  ['UTF-8, undeclared', undefined, bytes('Müller'), 'Müller'],
  ['Japanese with code extensions and half-width katakana first', 'ISO 2022 IR 13\\ISO 2022 IR 87', kanji, 'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎'],
])('%s is read', (_what, declared, raw, name) => {
  expect(decodeName(declared, raw)).toEqual({ name, isUnreadable: false })
})

test.each([
  [
    'Latin-1 that is declared as UTF-8',
    'ISO_IR 192',
    bytes('M', [0xfc], 'ller-L', [0xfc], 'denscheidt'),
    'M\ufffdller-L\ufffddenscheidt',
  ],
  ['a set that nobody knows', 'KLINGON', bytes('M', [0xfc], 'ller'), 'M\ufffdller'],
])('%s keeps what can be read, and says so', (_what, declared, raw, name) => {
  expect(decodeName(declared, raw)).toEqual({ name, isUnreadable: true })
})

test('Korean that is not declared is no other writing', () => {
  const { name, isUnreadable } = decodeName(undefined, bytes('Hong=', [0xc8, 0xab, 0x5e, 0xb1, 0xe6]))
  expect(isUnreadable).toBe(true)
  expect(name).toBe('Hong=\ufffd^\ufffd')
})

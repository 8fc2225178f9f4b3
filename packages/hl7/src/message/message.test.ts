import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latin1, samples, utf8 } from '../testing/samples.ts'
import { UnknownCharset } from './charset.ts'
import { NotHl7, readHeader } from './header.ts'
import { listValues } from './list-values.ts'
import { parseMessage, TooManyParts } from './message.ts'

const header = (charset = '') => `MSH|^~\\&|A|B|C|D|20261120||ADT^A08|1|P|2.5.1||||||${charset}`

/** Returns a field of the first segment with a name. */
function read(bytes: Buffer, name: string, field: number, component = 1, subcomponent = 1, repetition = 1): string | undefined {
  const found = parseMessage(bytes, '8859/1').segments.find((segment) => segment.name === name)
  return found?.value(field, component, subcomponent, repetition)
}

test('reads fields, components, subcomponents and repetitions', () => {
  const message = utf8(samples.omiOrder)
  expect(read(message, 'PID', 3)).toBe('PID_1')
  expect(read(message, 'PID', 3, 4, 1, 2)).toBe('NATIONAL')
  expect(read(message, 'PID', 3, 4, 2, 2)).toBe('1.2.3.4')
  expect(read(message, 'IPC', 9, 1, 1, 2)).toBe('MR_SOUTH')
  expect(read(message, 'IPC', 40)).toBe('')
  expect(read(message, 'MSH', 9, 2)).toBe('O23')
  expect(read(message, 'MSH', 1)).toBe('|')
})

test.each(['\r', '\n', '\r\n'])('reads segments that end with %j', (end) => {
  expect(read(utf8(samples.ormOrder.replaceAll('\r', end)), 'ZDS', 1, 4)).toBe('DICOM')
})

test('reads a message with separators of its own', () => {
  expect(read(utf8('MSH#*!?%#A#B\rPID###1*2!3*4%5'), 'PID', 3, 2, 2, 2)).toBe('5')
})

test('reads a message whose header names fewer separators', () => {
  expect(read(utf8('MSH|^|AB|C\rPID|||1^2~3&4\\F\\'), 'PID', 3, 2)).toBe('2~3&4\\F\\')
})

test('replaces escape sequences and keeps what is none', () => {
  const text = 'a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f\\.br\\g\\X41C3A9\\h\\H\\i\\N\\j\\Zown\\k\\X4\\l\\m'
  const message = `${header('UNICODE UTF-8')}\rNTE|||${text}`
  expect(read(utf8(message), 'NTE', 3)).toBe('a|b^c&d~e\\f\ngAéhij\\Zown\\k\\X4\\l\\m')
})

test('a text has no control characters, however they are written', () => {
  expect(read(utf8(`${header()}\rNTE|||a\u0000b\\X00070D0A\\c\x1bd\u0085e`), 'NTE', 3)).toBe('ab\ncde')
})

const charsetCases = [
  ['declared UTF-8', 'UNICODE UTF-8', utf8('Ærø Müller'), 'Ærø Müller', 'UNICODE UTF-8', false],
  ['UTF-8 that is declared as Latin-1', '8859/1', utf8('Ærø Müller'), 'Ærø Müller', 'UNICODE UTF-8', true],
  ['UTF-8 that is not declared', '', utf8('Ærø Müller'), 'Ærø Müller', 'UNICODE UTF-8', true],
  ['UTF-8 that is declared as ASCII', 'ASCII', utf8('Ærø'), 'Ærø', 'UNICODE UTF-8', true],
  ['Latin-1 that is declared', '8859/1', latin1('Ærø Müller'), 'Ærø Müller', '8859/1', false],
  ['Latin-1 that is not declared, by the default', '', latin1('Müller'), 'Müller', '8859/1', false],
  ['Latin-9 with its euro sign', '8859/15', Buffer.from([0xa4]), '€', '8859/15', false],
  ['Cyrillic', '8859/5', Buffer.from([0xb8, 0xd2, 0xd0, 0xdd]), 'Иван', '8859/5', false],
  [
    'Japanese shift sequences after an empty repetition',
    '~ISO IR87',
    Buffer.from('\x1b$B;3ED\x1b(B', 'latin1'),
    '山田',
    'ISO IR87',
    false,
  ],
  ['Chinese', 'GB 18030-2000', Buffer.from([0xcd, 0xf5]), '王', 'GB 18030-2000', false],
] as const

test.each(charsetCases)('reads %s', (_name, declared, bytes, expected, charset, isUtf8InDisguise) => {
  const message = Buffer.concat([utf8(`${header(declared)}\rPID|||||`), bytes, utf8('|')])
  const { segments, reading } = parseMessage(message, '8859/1')
  expect(segments.find((segment) => segment.name === 'PID')?.value(5)).toBe(expected)
  expect(reading).toEqual({ charset, isUtf8InDisguise, unknownName: null, isNoUtf8: false })
})

test.each([
  ['Latin-1 under other names', 'ISO-8859-1', latin1('Müller'), 'Müller'],
  ['Latin-1 with a word of Windows', 'windows-1252', latin1('Müller'), 'Müller'],
  ['Central European of Windows', 'WINDOWS-1250', Buffer.from([0xc8, 0xe1]), 'Čá'],
  ['UTF-8 under other names', 'UTF8', utf8('Müller'), 'Müller'],
  ['a name that nobody knows, by the default', 'EBCDIC', latin1('Müller'), 'Müller'],
  ['UTF-8 that is none, by the default', 'UNICODE UTF-8', latin1('Müller'), 'Müller'],
])('reads %s', (name, declared, bytes, expected) => {
  const message = Buffer.concat([utf8(`${header(declared)}\rPID|||||`), bytes, utf8('|')])
  const { segments, reading } = parseMessage(message, '8859/1')
  expect(segments.find((segment) => segment.name === 'PID')?.value(5)).toBe(expected)
  expect(reading).toMatchObject({ unknownName: declared === 'EBCDIC' ? declared : null, isNoUtf8: name.includes('that is none') })
})

test('refuses bytes that are not in the declared character set', () => {
  const message = Buffer.concat([utf8(`${header('ISO IR87')}\rPID|||||`), Buffer.from([0xff, 0xff])])
  expect(() => parseMessage(message, '8859/1')).toThrow(UnknownCharset)
})

test.each(['', 'garbage', 'PID|1', 'MSH', 'MSH|', 'MSHA^~\\&|', 'MSH||~\\&|', 'MSH|^^^^|', '\u0000MSH|^~\\&|', 'FHS|^~\\&|'])(
  'refuses %j, which is no message',
  (text) => {
    expect(() => readHeader(utf8(text))).toThrow(NotHl7)
  },
)

test.each(['\r\n', '\ufeff'])('reads a message behind %j', (before) => {
  expect(readHeader(utf8(`${before}${samples.ormOrder}`)).field(10)).toBe('103106')
})

/** Returns a message whose segments end so, with a text in NTE-3 and a field behind it. */
const noted = (end: string, text: string) => utf8([header(), `NTE|1||${text}|RE`, 'PID|1', ''].join(end))

test.each([
  ['\r', 'LF', '\n'],
  ['\r', 'CR', '\r'],
  ['\r\n', 'LF', '\n'],
  ['\r\n', 'CR LF', '\r\n'],
  ['\n', 'LF', '\n'],
  ['\n', 'CR', '\r'],
])('keeps a text and the fields after it if segments end with %j and the text has %s', (end, _name, lineBreak) => {
  const message = noted(end, ['Pain right leg.', 'Allergic to iodine contrast.', '3rd line'].join(lineBreak))
  const { segments } = parseMessage(message, '8859/1')
  expect(segments.map(({ name }) => name)).toEqual(['MSH', 'NTE', 'PID'])
  expect(segments[1]?.value(3)).toBe('Pain right leg.\nAllergic to iodine contrast.\n3rd line')
  expect(segments[1]?.value(4)).toBe('RE')
})

test.each(['\r', '\r\n', '\n'])('lines that are no segment are told, and listed first, if segments end with %j', (end) => {
  const message = parseMessage(noted(end, `one${end}two${end}YES`), '8859/1')
  expect(message.strays).toEqual(['two', 'YES|RE'])
  expect(listValues(message).slice(0, 2)).toEqual([
    { place: 'No segment', value: 'two' },
    { place: 'No segment', value: 'YES|RE' },
  ])
  expect(parseMessage(noted(end, 'one'), '8859/1').strays).toEqual([])
})

test('a line within a text that looks like a segment stays text, and is told', () => {
  const { segments, hasSegmentInText } = parseMessage(noted('\r', 'one\nORC|CA|1'), '8859/1')
  expect(segments.map(({ name }) => name)).toEqual(['MSH', 'NTE', 'PID'])
  expect(hasSegmentInText).toBe(true)
  expect(parseMessage(noted('\r', 'one\ntwo'), '8859/1').hasSegmentInText).toBe(false)
})

test('a header may have a line break in its texts', () => {
  const { header: read } = parseMessage(utf8(samples.ormOrder.replace('|ORDERS|', '|ORDERS\nEAST|')), '8859/1')
  expect(read.field(10)).toBe('103106')
})

test('refuses a text of separators before it takes their memory', () => {
  expect(() => parseMessage(utf8(`${header()}\rPID${'|'.repeat(8_000_000)}`), '8859/1')).toThrow(TooManyParts)
})

test('any bytes are a message or one of its faults', () => {
  const parts = fc.constantFrom('MSH|^~\\&|', '|', '^', '~', '&', '\\', '\r', 'PID', 'ORC|NW', '\\X', '\u00e9', 'A')
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((random) => Buffer.concat([utf8(header()), utf8('\r'), Buffer.from(random)])),
    fc.array(parts, { maxLength: 60 }).map((list) => utf8(list.join(''))),
  )
  fc.assert(
    fc.property(bytes, (message) => {
      try {
        for (const segment of parseMessage(message, '8859/1').segments) {
          for (let field = 0; field < 10; field++) expect(segment.value(field, 2, 2, 2)).not.toMatch(/[^\P{Cc}\n\t]/u)
        }
      } catch (error) {
        expect([NotHl7, UnknownCharset, TooManyParts].some((kind) => error instanceof kind)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

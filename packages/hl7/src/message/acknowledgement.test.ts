import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { latin1, samples, utf8 } from '../testing/samples.ts'
import { acknowledge, acknowledgeGarbage, type Fault, type Outcome } from './acknowledgement.ts'
import { readHeader } from './header.ts'

const sign = () => ({ controlId: 'R1', at: new Date('2026-11-20T07:15:00Z') })
const fault: Fault = {
  condition: 'required',
  place: { segment: 'PID', field: 3, sequence: 1 },
  text: 'PID-3 is missing.',
}
const accepted: Outcome = { kind: 'accepted' }
const faulty: Outcome = { kind: 'faulty', faults: [fault] }
const refused: Outcome = { kind: 'refused', faults: [{ ...fault, condition: 'eventCode' }] }

/** Returns the answers' segments. */
const answer = (message: Buffer, outcome: Outcome) =>
  acknowledge(readHeader(message), outcome, sign).map((bytes) => bytes.toString('latin1').split('\r'))

/** Returns the codes of the answers in enhanced mode. */
function codes(accept: string, application: string, outcome: Outcome): string[] {
  const message = `MSH|^~\\&|A|B|C|D|20261120||ORM^O01|7|P|2.5.1|||${accept}|${application}`
  return answer(utf8(message), outcome).map(([, msa]) => msa?.split('|')[1] ?? '')
}

test('answers an accepted message to its sender, with its control ID, version and character set', () => {
  expect(answer(utf8(samples.omiOrder), accepted)).toEqual([
    [
      'MSH|^~\\&|READROOM|CENTRAL|ORDERS|NORTH_RADIOLOGY|20261120071500+0000||ACK^O23^ACK|R1|P|2.5.1||||||UNICODE UTF-8',
      'MSA|AA|1001125|',
      '',
    ],
  ])
})

test('names the place and condition of a fault, and its words', () => {
  const component: Fault = {
    condition: 'unknownValue',
    place: { segment: 'ORC', field: 7, component: 6, sequence: 2 },
    text: 'A | B',
  }
  const [, msa, first, second] = answer(utf8(samples.omiOrder), { kind: 'faulty', faults: [fault, component] })[0] ?? []
  expect(msa).toBe('MSA|AE|1001125|PID-3 is missing. A \\F\\ B')
  expect(first).toBe('ERR||PID^1^3|101^Required field missing^HL70357|E||||PID-3 is missing.')
  expect(second).toBe('ERR||ORC^2^7^1^6|103^Table value not found^HL70357|E||||A \\F\\ B')
})

test('names a fault in the old form for senders before version 2.5', () => {
  const [, msa, err] = answer(utf8(samples.ormOrder), faulty)[0] ?? []
  expect(msa).toBe('MSA|AE|103106|PID-3 is missing.')
  expect(err).toBe('ERR|PID^1^3^101&Required field missing&HL70357')
})

test('repeats the bytes of the header in any character set, and separators of its own', () => {
  const message = latin1('MSH#*!?%#Ä#Klinik Süd#C#D#2026##ADT*A08#ü7#P#2.5.1######8859/1')
  const [bytes = Buffer.of()] = acknowledge(readHeader(message), { kind: 'accepted', note: 'a*b' }, sign)
  expect(bytes.toString('latin1')).toBe(
    'MSH#*!?%#C#D#Ä#Klinik Süd#20261120071500+0000##ACK*A08*ACK#R1#P#2.5.1######8859/1\rMSA#AA#ü7#a?S?b\r',
  )
})

test.each([
  ['AL', 'AL', ['CA', 'AA'], ['CA', 'AE'], ['CR']],
  ['AL', 'NE', ['CA'], ['CE'], ['CR']],
  ['AL', '', ['CA'], ['CE'], ['CR']],
  ['AL', 'ER', ['CA'], ['CA', 'AE'], ['CR']],
  ['AL', 'SU', ['CA', 'AA'], ['CE'], ['CR']],
  ['NE', 'AL', ['AA'], ['AE'], ['AR']],
  ['', 'AL', ['AA'], ['AE'], ['AR']],
  ['ER', 'NE', [], ['CE'], ['CR']],
  ['ER', 'AL', ['AA'], ['AE'], ['CR']],
  ['SU', 'ER', ['CA'], ['CA', 'AE'], ['AR']],
  ['SU', 'NE', ['CA'], [], []],
  ['NE', 'NE', [], [], []],
  ['', '', ['AA'], ['AE'], ['AR']],
])('with MSH-15 %j and MSH-16 %j answers as the sender asks', (accept, application, good, wrong, foreign) => {
  expect(codes(accept, application, accepted)).toEqual(good)
  expect(codes(accept, application, faulty)).toEqual(wrong)
  expect(codes(accept, application, refused)).toEqual(foreign)
})

test('answers garbage with a refusal', () => {
  const [bytes = Buffer.of()] = acknowledgeGarbage(sign)
  expect(readHeader(bytes).field(9)).toBe('ACK')
  expect(bytes.toString('latin1')).toContain('MSA|AR||')
})

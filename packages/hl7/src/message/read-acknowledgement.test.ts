import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { samples, utf8 } from '../testing/samples.ts'
import { acknowledge } from './acknowledgement.ts'
import { NotHl7, readHeader } from './header.ts'
import { readAcknowledgement } from './read-acknowledgement.ts'

const sign = () => ({ controlId: 'R1', at: new Date() })
const answerTo = (outcome: Parameters<typeof acknowledge>[1]) =>
  acknowledge(readHeader(utf8(samples.omiOrder)), outcome, sign)[0] ?? Buffer.of()

test('reads what an acknowledgement says', () => {
  expect(readAcknowledgement(answerTo({ kind: 'accepted' }))).toEqual({
    kind: 'accepted',
    code: 'AA',
    controlId: '1001125',
    text: '',
  })
  const faults = [{ condition: 'required', place: null, text: 'PID-3 is missing | empty.' }] as const
  expect(readAcknowledgement(answerTo({ kind: 'faulty', faults }))).toMatchObject({
    kind: 'faulty',
    code: 'AE',
    text: 'PID-3 is missing | empty.',
  })
  expect(readAcknowledgement(answerTo({ kind: 'refused', faults }))).toMatchObject({ kind: 'refused', code: 'AR' })
})

test.each(['', 'MSH|^~\\&|A', 'MSH|^~\\&|A|B\rMSA|??|1', 'Dear colleague'])('refuses %j', (text) => {
  expect(() => readAcknowledgement(Buffer.from(text))).toThrow(NotHl7)
})

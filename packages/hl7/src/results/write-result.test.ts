import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMessage } from '../message/message.ts'
import { type Result, writeResult } from './write-result.ts'

const result: Result = {
  controlId: 'C1',
  processingId: 'P',
  sentAt: new Date('2026-11-20T09:00:00Z'),
  sendingFacility: 'NORTH',
  receivingApplication: 'RIS',
  receivingFacility: 'WARD',
  patient: {
    ids: [
      { id: 'P-1', authority: 'NORTH' },
      { id: '99', authority: 'STATE', type: 'NI' },
    ],
    names: [['Bullerå', 'Søren', 'Ærø', 'Jr.', 'Dr.']],
    account: { id: 'ACCT-1', authority: null },
    birthDate: '2014-10-14',
    sex: 'M',
  },
  orders: [
    {
      placer: { id: 'A100Z', authority: 'WARD' },
      filler: { id: 'B100Z', authority: 'RIS' },
      accessionNumber: 'ACC-7',
      procedureId: 'RP-1',
      procedure: { code: 'KNEE', description: 'MR of the knee', codingSystem: 'L' },
      orderingPhysician: [['5101', 'BRANDT', 'ELIAS']],
    },
  ],
  visit: { patientClass: 'I', location: ['WARD 3', '12', 'A', 'NORTH'], number: { id: 'V103-1', authority: 'NORTH' } },
  study: { uid: '1.2.3', modality: 'MR', date: '2026-11-19', time: '08:15:30.5' },
  status: 'F',
  signedAt: new Date('2026-11-20T08:30:00Z'),
  signer: ['Lind', 'Asta', '', '', 'Dr.'],
  assistants: [],
  texts: [
    { loinc: '59776-5', title: 'Findings', part: 1, text: 'Effusion & tear.\nNo fracture | none', abnormal: '' },
    { loinc: '19005-8', title: 'Impression', part: 1, text: 'Tear.', abnormal: 'AA' },
  ],
  pdf: Buffer.from('%PDF-1.7'),
}

/** Returns a function that reads a place of a message. `sequence`: which segment of the name. */
function reading(bytes: Buffer) {
  const { segments } = parseMessage(bytes, '8859/1')
  return (name: string, field: number, component = 1, sequence = 1) =>
    segments.find((segment) => segment.name === name && segment.sequence === sequence)?.value(field, component)
}

test('a report is read as it was written', () => {
  const bytes = writeResult(result)
  const at = reading(bytes)
  expect(bytes.toString('utf8').split('\r')[0]).toBe(
    'MSH|^~\\&|READROOM|NORTH|RIS|WARD|20261120090000+0000||ORU^R01^ORU_R01|C1|P|2.5.1||||||UNICODE UTF-8',
  )
  expect([at('PID', 3), at('PID', 3, 4), at('PID', 7), at('PID', 8)]).toEqual(['P-1', 'NORTH', '20141014', 'M'])
  // HL7 has the suffix before the prefix.
  expect([1, 2, 3, 4, 5].map((part) => at('PID', 5, part))).toEqual(['Bullerå', 'Søren', 'Ærø', 'Jr.', 'Dr.'])
  expect([at('PID', 18), at('PV1', 2), at('PV1', 3), at('PV1', 3, 4), at('PV1', 19), at('PV1', 19, 4)]).toEqual([
    ...['ACCT-1', 'I', 'WARD 3', 'NORTH', 'V103-1', 'NORTH'],
  ])
  expect([at('ORC', 12), at('ORC', 12, 3), at('OBR', 16), at('OBR', 16, 2)]).toEqual(['5101', 'ELIAS', '5101', 'BRANDT'])
  expect([at('ORC', 1), at('ORC', 2), at('ORC', 2, 2), at('ORC', 3)]).toEqual(['RE', 'A100Z', 'WARD', 'B100Z'])
  expect([2, 3, 4, 7, 18, 19, 22, 24, 25].map((field) => at('OBR', field))).toEqual([
    ...['A100Z', 'B100Z', 'KNEE', '20261119081530', 'ACC-7', 'RP-1', '20261120083000+0000', 'MR', 'F'],
  ])
  expect([at('OBX', 3), at('OBX', 5)]).toEqual(['113014', '1.2.3'])
  expect([2, 3, 4, 5, 8, 11].map((field) => at('OBX', field, 1, 2))).toEqual([
    ...['FT', '59776-5', '1', 'Effusion & tear.\nNo fracture | none', '', 'F'],
  ])
  expect(at('OBX', 8, 1, 3)).toBe('AA')
  expect([2, 3, 4].map((part) => at('OBX', 5, part, 4))).toEqual(['application', 'pdf', 'Base64'])
  expect(Buffer.from(at('OBX', 5, 5, 4) ?? '', 'base64').toString()).toBe('%PDF-1.7')
})

test('the signer is the principal interpreter, and those who wrote beside them assist', () => {
  const message = writeResult({ ...result, assistants: [['Dr. Mo Berg'], ['Holm', 'Ada']] }).toString('utf8')
  expect(message).toContain('|&Lind&Asta&&&Dr.|&Dr. Mo Berg~&Holm&Ada\r')
})

const [order] = result.orders
if (!order) throw new Error('the result has no order')

test('a report without an order is found by its filler number', () => {
  const orders = [{ ...order, placer: null, filler: { id: 'ACC-7', authority: null } }]
  const at = reading(writeResult({ ...result, orders, pdf: null }))
  expect([at('OBR', 2), at('OBR', 3), at('OBR', 18), at('OBX', 3, 1, 4)]).toEqual(['', 'ACC-7', 'ACC-7', undefined])
})

test('a report of two orders has a whole group for each', () => {
  const other = { ...order, placer: { id: 'A101Z', authority: null }, accessionNumber: 'ACC-8' }
  const at = reading(writeResult({ ...result, orders: [order, other], pdf: null }))
  expect(
    [1, 2].map((group) => [at('ORC', 2, 1, group), at('OBR', 1, 1, group), at('OBR', 2, 1, group), at('OBR', 18, 1, group)]),
  ).toEqual([
    ['A100Z', '1', 'A100Z', 'ACC-7'],
    ['A101Z', '2', 'A101Z', 'ACC-8'],
  ])
  expect([3, 6].map((sequence) => at('OBX', 5, 1, sequence))).toEqual(['Tear.', 'Tear.'])
})

test('no text of a patient or a report makes another segment or field', () => {
  const hostile = fc.string({
    unit: fc.oneof(fc.constantFrom('|', '^', '~', '\\', '&', '\r', '\nPID|', '\u000b', '\u001c'), fc.string()),
  })
  fc.assert(
    fc.property(hostile, hostile, (name, text) => {
      const bytes = writeResult({
        ...result,
        patient: { ...result.patient, names: [[name, name]] },
        texts: [{ loinc: '59776-5', title: 'Findings', part: 1, text, abnormal: '' }],
      })
      const { segments } = parseMessage(bytes, '8859/1')
      expect(segments.map((segment) => segment.name)).toEqual(['MSH', 'PID', 'PV1', 'ORC', 'OBR', 'OBX', 'OBX', 'OBX'])
      expect(bytes.subarray(0, -1).indexOf(0x0b)).toBe(-1)
      expect(bytes.indexOf(0x1c)).toBe(-1)
      expect(segments[6]?.value(11)).toBe('F')
    }),
  )
})

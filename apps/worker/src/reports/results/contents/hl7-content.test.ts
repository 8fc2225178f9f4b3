import { execFileSync } from 'node:child_process'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hl7Settings } from '../results.fixture.ts'
import { writeHl7Report } from './hl7-content.ts'
import type { ResultReport } from './result-report.ts'
import { orderOfResult, writtenResult as report } from './written-result.fixture.ts'

/** Reads a message with python3-hl7, which is not of ours, and prints what it says. */
const program = `
import sys, json, hl7
message = hl7.parse(sys.stdin.buffer.read().decode('utf-8'))
first = lambda name: message.segment(name)
text = lambda value: message.unescape(str(value))
print(json.dumps({
  'type': str(first('MSH')[9]), 'control': str(first('MSH')[10]), 'processing': str(first('MSH')[11]), 'charset': str(first('MSH')[18]),
  'ids': [[text(part) for part in repetition] for repetition in first('PID')[3]],
  'name': [text(part) for part in first('PID')[5][0]],
  'names': [[text(part) for part in (repetition if isinstance(repetition, list) else [repetition])] for repetition in first('PID')[5]],
  'visit': str(message.segments('PV1')[0]) if 'PV1' in [str(s[0]) for s in message] else '', 'account': str(first('PID')[18]) if len(first('PID')) > 18 else '',
  'orderer': str(first('OBR')[16]), 'birth': str(first('PID')[7]), 'sex': str(first('PID')[8]),
  'placer': str(first('ORC')[2]), 'filler': str(first('ORC')[3]),
  'accession': text(first('OBR')[18]), 'status': str(first('OBR')[25]),
  'observations': [[str(obx[2]), str(obx[3]), text(obx[5]), str(obx[8]), str(obx[11])] for obx in message.segments('OBX')],
}))`

const Read = z.object({
  type: z.string(),
  control: z.string(),
  processing: z.string(),
  charset: z.string(),
  ids: z.array(z.array(z.string())),
  name: z.array(z.string()),
  names: z.array(z.array(z.string())),
  visit: z.string(),
  account: z.string(),
  orderer: z.string(),
  birth: z.string(),
  sex: z.string(),
  placer: z.string(),
  filler: z.string(),
  accession: z.string(),
  status: z.string(),
  observations: z.array(z.array(z.string())),
})
const read = (message: Buffer) =>
  Read.parse(JSON.parse(execFileSync('/usr/bin/python3', ['-c', program], { input: message, encoding: 'utf8' })))

const statuses = [
  ['preliminary', 'P'],
  ['final', 'F'],
  ['corrected', 'C'],
  ['appended', 'A'],
  ['withdrawn', 'X'],
] as const satisfies readonly (readonly [ResultReport['kind'], string])[]

test.each(statuses)('another parser reads the same values of a message that is %s', (kind, status) => {
  const form = hl7Settings(1, { addendumStatus: 'A' })
  const pdf = Buffer.from('%PDF-1')
  const message = writeHl7Report({ ...report, kind }, pdf, { form, controlId: 'C1', sentAt: new Date(), fillerNumber: 'F-2' })
  const found = read(message)
  expect(found).toMatchObject({ type: 'ORU^R01^ORU_R01', control: 'C1', processing: 'P', charset: 'UNICODE UTF-8', status })
  expect(found.ids[0]?.[0]).toBe('PID_1')
  expect(found).toMatchObject({ name: ['Bullerå', 'Søren'], birth: '19700131', sex: 'M', accession: 'A|C^7' })
  expect(found).toMatchObject({ placer: 'P-1^HIS', filler: 'F-2' })
  const [uid, findings, impression, document] = found.observations
  expect(uid).toEqual(['ST', '113014^DICOM Study^DCM', '1.2.3', '', status])
  expect(findings).toEqual([expect.any(String), '59776-5^Findings^LN', 'A & B | C ^ D ~ E \\ F', '', status])
  expect(impression).toEqual([expect.any(String), '19005-8^Impression^LN', 'Größe 3 cm', 'AA', status])
  expect(document?.[2]).toContain(`^application^pdf^Base64^${pdf.toString('base64')}`)
})

const write = (changes: Partial<typeof report>) =>
  read(
    writeHl7Report({ ...report, kind: 'final', ...changes }, null, {
      form: hl7Settings(1),
      controlId: 'C1',
      sentAt: new Date(),
      fillerNumber: 'F-2',
    }),
  )

/** Fields end with their last component that has a value. */
const trimmed = (names: string[][]) => names.map((parts) => parts.slice(0, parts.findLastIndex((part) => part !== '') + 1))

test.each(namedCases)('a name $kind has its parts in the result', ({ pn, row, hl7 }) => {
  const found = write({ patient: { ...report.patient, name: row, pn }, orders: [] })
  expect(found.names).toEqual(trimmed(hl7))
})

test('a result returns the visit, the account, all IDs and the orderer of its order', () => {
  const found = write({})
  expect(found).toMatchObject({
    ids: [
      ['PID_1', '', '', 'NORTH', 'MR'],
      ['42', '', '', 'STATE', 'NI'],
    ],
    account: 'ACCT-1',
    orderer: '7101^Lovelace^Ada^^^^^^NORTH',
  })
  expect(found.visit).toMatch(/^PV1\|\|I\|WARD 3\^12\|.*\|V1\^\^\^NORTH$/)
})

test('a result has the name as its order writes it, unless the order may be of somebody else', () => {
  const nameWith = (patientName: string) => write({ orders: [{ ...orderOfResult, patientName }] }).names
  expect(nameWith('BULLERÅ^SØREN^X')).toEqual([['BULLERÅ', 'SØREN', 'X']])
  expect(nameWith('Else^Somebody')).toEqual([['Bullerå', 'Søren']])
})

import { expect, test } from 'vitest'
import { type Header, readHeader } from '../message/header.ts'
import {
  adtChangeId,
  adtMerge,
  adtPersonUpdate,
  adtUpdate,
  latin1,
  omiOrder,
  ormOrder,
  oruDocument,
  siuAppointment,
  utf8,
} from '../testing/samples.ts'
import { interpret } from './interpret.ts'
import type { MappedOrder } from './mapped-order.ts'
import { type Mapping, usualMapping } from './mapping.ts'
import { readPlace } from './places.ts'

const mapping: Mapping = {
  ...usualMapping,
  patientAuthority: null,
  timeZone: 'Europe/Berlin',
  sendingFacility: null,
  isTraining: false,
}

function read(text: string, changes: Partial<Mapping> = {}) {
  const bytes = utf8(text)
  return interpret(bytes, readHeader(bytes), { ...mapping, ...changes })
}

/** Returns the orders of a message that is right. */
function orders(text: string, changes: Partial<Mapping> = {}): MappedOrder[] {
  const { content } = read(text, changes)
  if (content?.kind !== 'orders') throw new Error('The message has no orders.')
  return content.orders
}

/** Returns the faults of a message as `condition place`. */
function faults(text: string, changes: Partial<Mapping> = {}): string[] {
  const result = read(text, changes)
  if (result.content !== null) return []
  return result.outcome.faults.map(({ condition, text: says }) => `${result.outcome.kind} ${condition} ${says.split(' ', 1)}`)
}

test('reads an order of version 2.3.1, with its times in the zone of the connection', () => {
  expect(orders(ormOrder)).toEqual([
    {
      control: 'new',
      placer: { number: 'A103Z', authority: 'WARD' },
      filler: { number: 'B103Z', authority: 'RIS' },
      accessionNumber: 'MOF5026',
      studyInstanceUid: '1.2.826.0.1.3680043.9.7433.1.1026',
      procedure: { id: 'RP1026', code: 'P1', description: 'CT of the head', codingSystem: 'NORTH' },
      modality: 'CT',
      priority: 'STAT',
      indication: 'Headache since the fall\nClinical information: Fell from a ladder',
      orderingPhysician: 'BRANDT^ELIAS^P^DR',
      orderingPhysicianNumber: { number: '7101', authority: null },
      copiesTo: ['LIND^ASTA^^DR'],
      scheduledAt: '2026-11-20T08:00:00.000Z',
      visit: {
        patientClass: 'E',
        location: [],
        number: { number: 'V103-1', authority: 'NORTH' },
        account: { number: '20983295', authority: null },
      },
      stepId: 'SPS2032',
      protocol: { description: 'Item X1', code: 'X1', codingSystem: 'RIS' },
      patient: { ids: [{ id: '583295', authority: 'NORTH' }], name: 'ARDEN^MIRA^K', birthDate: '1980-02-14', sex: 'F' },
    },
  ])
})

test('orders of several patients in one message are refused, and the patient may be repeated for each order', () => {
  const [header = '', ...ordered] = ormOrder.split(/(?=PID\|)/)
  const first = ordered.join('')
  const again = first.replaceAll('A103Z', 'A104Z')
  const other = again.replace('583295', '583296').replace('ARDEN^MIRA', 'OTHER^OLGA')
  expect(faults(header + first + other)).toEqual(['faulty segmentSequence PID-3'])
  expect(orders(header + first + again).map(({ placer, patient }) => [placer.number, patient?.name])).toEqual([
    ['A103Z', 'ARDEN^MIRA^K'],
    ['A104Z', 'ARDEN^MIRA^K'],
  ])
})

test('reads an imaging order of version 2.5.1', () => {
  expect(orders(omiOrder)).toEqual([
    {
      control: 'new',
      placer: { number: 'A100Z', authority: 'WARD' },
      filler: { number: 'B100Z', authority: 'RIS' },
      accessionNumber: 'ACC-77',
      studyInstanceUid: '1.2.826.0.1.3680043.9.7433.1.77',
      procedure: { id: 'RPID-9', code: '10637-7', description: 'MR of the knee', codingSystem: 'LN' },
      modality: 'MR',
      priority: 'URGENT',
      indication: 'Clinical information: Pacemaker\nTwisted the knee\nLocking\nSwelling & pain',
      orderingPhysician: 'BRANDT^ELIAS^P^DR',
      orderingPhysicianNumber: { number: '7101', authority: null },
      scheduledAt: '2026-11-20T08:30:00.000Z',
      station: 'MR ROOM 2',
      aeTitle: 'MR_NORTH',
      stepId: 'SPS-1',
      protocol: { description: 'MR of the knee', code: '10637-7', codingSystem: 'LN' },
      furtherSteps: [],
      patientLocation: 'ED',
      visit: { patientClass: 'E', location: ['ED'], number: null, account: null },
      patient: {
        ids: [
          { id: 'PID_1', authority: 'NORTH' },
          { id: '99887', authority: 'NATIONAL' },
        ],
        name: 'Bullerå^Søren^Ærø^Dr.',
        birthDate: '2014-10-14',
        sex: 'M',
      },
    },
  ])
})

const japanese = (written: string, shown: string) => ['YAMADA^HANAKO=山田^花子=やまだ^はなこ', written, shown]
test.each([
  ['Two^Jimmy^^Mr.^PhD', 'Two^Jimmy^^PhD^Mr.', 'suffix and prefix'],
  ['Arden^Mira^^^Jr. MD', 'Arden^Mira^^Jr.^^MD', 'a degree, which is a suffix'],
  japanese('YAMADA^HANAKO^^^^^L^A~山田^花子^^^^^L^I~やまだ^はなこ^^^^^L^P', 'three scripts'),
  japanese('やまだ^はなこ^^^^^L^P~山田^花子^^^^^L^I~YAMADA^HANAKO^^^^^L^A', 'three scripts in another order'),
  ['=山田^花子', '山田^花子^^^^^L^I', 'ideographs alone'],
  ['Arden^Mira', 'Old^Mira^^^^^M~Arden^Mira^^^^^L', 'the legal name before a maiden name'],
  ['Arden^Mira', 'Arden^Mira~Alias^Mia', 'the first of several names'],
  ['van Beethoven^Ludwig', '&van&Beethoven^Ludwig', 'a family name in its own parts'],
  ['Suharto', 'Suharto', 'one word'],
  ['^^^Dr', '^^^^Dr', 'a prefix alone'],
  ['Doe=Smith^Jane', 'Doe=Smith^Jane', 'an equals sign between plain letters'],
  ['\u8c37 \u53e3^A', '\u8c37=\u53e3^A', 'a delimiter of DICOM between other letters'],
])('reads the name %s from %s: %s', (name, written) => {
  const text = omiOrder.replace('Bullerå^Søren^Ærø^^Dr.', written)
  expect(orders(text)[0]?.patient?.name).toBe(name)
})

test.each([
  ['BRANDT^ELIAS^P^DR', '7101^BRANDT^ELIAS^P^^DR', '7101'],
  ['YAMADA^TARO=山田^太郎', '9^YAMADA^TARO^^^^^^^L^^^^^A~9^山田^太郎^^^^^^^L^^^^^I', '9'],
  ['7101', '7101', '7101'],
  ['Brandt^Elias^^^MD', '^Brandt^Elias^^^^MD', undefined],
])('reads the orderer %s from %s', (name, written, number) => {
  const [order] = orders(omiOrder.replace('7101^BRANDT^ELIAS^P^^DR', written))
  expect([order?.orderingPhysician, order?.orderingPhysicianNumber?.number]).toEqual([name, number])
})

test('reads the kind of each patient ID', () => {
  const [order] = orders(omiOrder.replace('PID_1^^^NORTH~', 'PID_1^^^NORTH^MR~'))
  expect(order?.patient?.ids).toEqual([
    { id: 'PID_1', authority: 'NORTH', type: 'MR' },
    { id: '99887', authority: 'NATIONAL' },
  ])
})

test('the type of a message is in MSH-9, whatever else it contains', () => {
  expect(orders(ormOrder.replace('ORM^O01', 'OMI^O23^OMI_O23'))[0]?.accessionNumber).toBe('MOF5026')
})

test('a connection reads fields from places of its own, and knows its own priorities', () => {
  const [order] = orders(ormOrder.replaceAll('^S|', '^7|'), {
    places: { accessionNumber: ['OBR-3'], aeTitle: ['ORC-18.1', 'ZDS-1.3'], placer: ['ORC-3.1'] },
    priorities: { 7: 'EMERGENCY' },
    timeZone: 'UTC',
  })
  expect(order).toMatchObject({
    accessionNumber: 'B103Z',
    aeTitle: 'Application',
    placer: { number: 'B103Z', authority: null },
    priority: 'EMERGENCY',
    scheduledAt: '2026-11-20T09:00:00.000Z',
  })
})

test('the ID of the chosen authority is the laboratory’s own', () => {
  expect(orders(omiOrder, { patientAuthority: 'NATIONAL' })[0]?.patient?.ids.map(({ id }) => id)).toEqual(['99887', 'PID_1'])
  expect(faults(omiOrder, { patientAuthority: 'SOUTH' })).toEqual(['faulty required PID-3'])
})

test('several steps of an order are one, and several orders share their patient', () => {
  const [header, pid, ...order] = ormOrder.split('\r').filter((segment) => segment !== '' && !segment.startsWith('PV1'))
  const zds = order.pop() ?? ''
  const second = order.map((segment) => segment.replaceAll('A103Z', 'A104Z'))
  const message = [header, pid, ...order, ...order, ...second, zds].join('\r')
  const read = orders(message)
  expect(read.map(({ placer }) => placer.number)).toEqual(['A103Z', 'A104Z'])
  expect(read.map(({ patient }) => patient?.ids[0]?.id)).toEqual(['583295', '583295'])
  expect(read.map(({ studyInstanceUid }) => studyInstanceUid)).toEqual(Array(2).fill('1.2.826.0.1.3680043.9.7433.1.1026'))
})

test('each IPC, and each repetition of an order with other values, is a step of the order', () => {
  const ipc = omiOrder.split('\r').find((segment) => segment.startsWith('IPC')) ?? ''
  const other = ipc.replace(
    'SPS-1|MR|10637-7^MR of the knee^LN|MR ROOM 2|FLOOR 1|MR_NORTH~MR_SOUTH',
    'SPS-2|CT|CTK^CT of the knee||FLOOR 1|CT_1',
  )
  const protocol = { description: 'CT of the knee', code: 'CTK', codingSystem: null }
  const second = { id: 'SPS-2', ...protocol, modality: 'CT', station: null, aeTitle: 'CT_1', scheduledAt: null }
  const [byIpc, ...others] = orders(`${omiOrder}${other}\r`)
  expect(others).toEqual([])
  expect(byIpc).toMatchObject({ stepId: 'SPS-1', modality: 'MR', furtherSteps: [second] })
  const again = omiOrder.slice(omiOrder.indexOf('ORC|')).replace(ipc, other).replace('20261120093000', '20261120113000')
  expect(orders(omiOrder + again)).toMatchObject([
    { stepId: 'SPS-1', modality: 'MR', furtherSteps: [{ ...second, scheduledAt: '2026-11-20T10:30:00.000Z' }] },
  ])
})

test('the first step has its own protocol, beside the procedure of the order', () => {
  const asked = omiOrder.replace('OBR|1|A100Z^WARD|B100Z^RIS||', 'OBR|1|A100Z^WARD|B100Z^RIS|10637-7^MR of the knee^LN|')
  const [order] = orders(asked.replace('|MR|10637-7^MR of the knee^LN|', '|MR|K1^Knee without contrast^NORTH|'))
  expect(order).toMatchObject({
    procedure: { code: '10637-7', description: 'MR of the knee' },
    protocol: { description: 'Knee without contrast', code: 'K1', codingSystem: 'NORTH' },
  })
  const long = asked.replace('|MR|10637-7^', `|MR|${'1'.repeat(65)}^`)
  expect(faults(long)).toEqual(['faulty dataType IPC-6'])
})

test('a repetition of an older order with another procedure is a step with that procedure, and its own number', () => {
  const again = ormOrder
    .slice(ormOrder.indexOf('ORC|'), ormOrder.indexOf('ZDS|'))
    .replaceAll('P1^CT of the head^NORTH', 'P2^CT of the neck^NORTH')
    .replace('SPS2032', 'SPS2033')
  expect(orders(ormOrder + again)).toMatchObject([
    {
      stepId: 'SPS2032',
      procedure: { code: 'P1' },
      protocol: { description: 'Item X1', code: 'X1', codingSystem: 'RIS' },
      furtherSteps: [{ id: 'SPS2033', description: 'Item X1', code: 'X1' }],
    },
  ])
  const plain = (text: string) => text.replaceAll('^X1^Item X1^RIS', '')
  expect(orders(plain(ormOrder + again))).toMatchObject([
    { procedure: { code: 'P1' }, furtherSteps: [{ description: 'CT of the neck', code: 'P2', codingSystem: 'NORTH' }] },
  ])
  expect(orders(plain(ormOrder))[0]).not.toHaveProperty('protocol.code')
})

test('a general clinical order is an imaging order as OMI is', () => {
  expect(orders(omiOrder.replace('OMI^O23^OMI_O23', 'OMG^O19^OMG_O19'))).toEqual(orders(omiOrder))
})

test('ward, room and bed of the patient are read together', () => {
  expect(orders(omiOrder.replace('PV1||E|ED|', 'PV1||I|WARD 3^12^A^NORTH|'))[0]?.patientLocation).toBe('WARD 3 12 A NORTH')
})

test('an empty field says nothing, and "" removes the value', () => {
  const [order] = orders(
    omiOrder
      .replace('|ACC-77|', '|""|')
      .replace('|MR ROOM 2|', '||')
      .replace('|M|||Street', '|""|||Street')
      .replace('|Pacemaker|', '||'),
  )
  expect(order).toMatchObject({ accessionNumber: null, station: undefined, patient: { sex: null } })
})

test.each([
  ['NW', 'new'],
  ['XO', 'change'],
  ['CA', 'cancel'],
  ['OC', 'cancel'],
  ['DC', 'discontinue'],
  ['HD', 'hold'],
  ['SN', 'new'],
  ['PA', 'new'],
  ['CH', 'new'],
  ['RP', 'change'],
  ['RL', 'release'],
  ['SC', 'status'],
])('ORC-1 %s is the control %s', (code, control) => {
  expect(orders(omiOrder.replace('ORC|NW', `ORC|${code}`))[0]?.control).toBe(control)
})

test('a status report has its status, and a cancellation needs no patient', () => {
  expect(orders(omiOrder.replace('ORC|NW|A100Z^WARD|B100Z^RIS||SC', 'ORC|SC|A100Z^WARD|B100Z^RIS||CM'))[0]?.status).toBe(
    'completed',
  )
  const cancel = omiOrder.replace('ORC|NW', 'ORC|CA').replace(/PID.*?\r/, '')
  expect(orders(cancel)[0]).toMatchObject({ control: 'cancel', placer: { number: 'A100Z' }, patient: undefined })
})

test.each([
  ['no order control', omiOrder.replace('ORC|NW', 'ORC|'), 'faulty required ORC-1'],
  ['no order number', omiOrder.replaceAll('A100Z^WARD', ''), 'faulty required ORC-2'],
  ['an order number of spaces', omiOrder.replaceAll('A100Z^WARD', '  ^ '), 'faulty required ORC-2'],
  ['an order number that is too long', omiOrder.replaceAll('A100Z', 'A'.repeat(200)), 'faulty dataType ORC-2'],
  ['no patient', omiOrder.replace(/PID.*?\r/, ''), 'faulty required PID-3'],
  ['no patient ID', omiOrder.replace(/PID_1.*?\|/, '|'), 'faulty required PID-3'],
  ['a patient ID that is too long', omiOrder.replace('PID_1', 'P'.repeat(65)), 'faulty dataType PID-3'],
  ['an accession number that is too long', omiOrder.replace('ACC-77', 'A'.repeat(65)), 'faulty dataType IPC-1'],
  ['no order', omiOrder.replace(/ORC[\s\S]*/, ''), 'faulty required ORC-1'],
  ['a clinical question that is too long', omiOrder.replace('Twisted', 'T'.repeat(10_000)), 'faulty dataType OBR-31'],
  ['too many orders', omiOrder + 'ORC|NW|A\r'.repeat(100), 'faulty segmentSequence ORC-1'],
  ['no control ID', omiOrder.replace('|1001125|', '||'), 'faulty required MSH-10'],
  [
    'no status of a status report',
    omiOrder.replace('ORC|NW|A100Z^WARD|B100Z^RIS||SC', 'ORC|SC|A100Z^WARD|B100Z^RIS||'),
    'faulty required ORC-5',
  ],
  ['results', oruDocument, 'refused messageType MSH-9'],
  ['appointments', siuAppointment, 'refused messageType MSH-9'],
  ['an unsupported event', adtUpdate.replace('ADT^A08', 'ADT^A03'), 'refused eventCode MSH-9.2'],
  ['a training system', omiOrder.replace('|P|2.5.1', '|T|2.5.1'), 'refused processingId MSH-11'],
  ['version 3', omiOrder.replace('|P|2.5.1', '|P|3.0'), 'refused version MSH-12'],
])('names the fault of a message with %s', (_name, message, expected) => {
  expect(faults(message)).toContain(expected)
})

/** Returns what a message has that nobody knows, as `place value`, and the order as it is read then. */
function unknown(text: string, changes: Partial<Mapping> = {}) {
  const { unknown: values } = read(text, changes)
  const [order] = orders(text, changes)
  return { values: values.map(({ place, value }) => `${place} ${value}`), order }
}

const uidOfOrder = '1.2.826.0.1.3680043.9.7433.1.77'
const unknownCases: [name: string, message: string, value: string, order: object][] = [
  ['an order control', omiOrder.replace('ORC|NW', 'ORC|QQ'), 'ORC-1 QQ', { control: 'change', unknownValues: { control: 'QQ' } }],
  [
    'a status',
    omiOrder.replace('ORC|NW|A100Z^WARD|B100Z^RIS||SC', 'ORC|SC|A100Z^WARD|B100Z^RIS||ZZ'),
    'ORC-5 ZZ',
    { control: 'change', status: undefined },
  ],
  [
    'a priority',
    omiOrder.replace('|A\r', '|Notfall!\r'),
    'TQ1-9 Notfall!',
    { priority: undefined, unknownValues: { priority: 'Notfall!' } },
  ],
  ['a time', omiOrder.replace('20261120093000', '20261320093000'), 'TQ1-7 20261320093000', { scheduledAt: undefined }],
  [
    'a time of a clock that was never set',
    omiOrder.replace('20261120093000', '00010101000000'),
    'TQ1-7 00010101000000',
    { scheduledAt: undefined },
  ],
  ['words for a modality', omiOrder.replace('|MR|', '|Magnetic resonance|'), 'IPC-5 Magnetic resonance', { modality: undefined }],
  ['a modality that DICOM does not define', omiOrder.replace('|MR|', '|kernspin|'), 'IPC-5 kernspin', { modality: 'KERNSPIN' }],
  [
    'a birth date',
    omiOrder.replace('20141014', '20140231'),
    'PID-7 20140231',
    { patient: { birthDate: undefined }, unknownValues: { birthDate: '20140231' } },
  ],
  ['a year of birth', omiOrder.replace('20141014', '2014'), 'PID-7 2014', { patient: { birthDate: undefined } }],
  [
    'a sex',
    omiOrder.replace('|M|||Street', '|W|||Street'),
    'PID-8 W',
    { patient: { sex: undefined }, unknownValues: { sex: 'W' } },
  ],
  [
    'a character set',
    omiOrder.replace('UNICODE UTF-8', 'EBCDIC'),
    'MSH-18 EBCDIC',
    { modality: 'MR', patient: { name: 'Bullerå^Søren^Ærø^Dr.' } },
  ],
  ...['1 2', '1.2.x', '1.02', '.1', '1.', '1', '1..2', `1.${'2'.repeat(63)}`].map((uid): (typeof unknownCases)[number] => [
    `a Study UID such as ${uid}`,
    omiOrder.replace(uidOfOrder, uid),
    `IPC-3 ${uid}`,
    { studyInstanceUid: undefined, unknownValues: { studyInstanceUid: uid } },
  ]),
]
test.each(unknownCases)('loses no order for %s that it does not know', (_name, message, expected, order) => {
  const found = unknown(message)
  expect(found.values).toEqual([expected])
  expect(found.order).toMatchObject({ placer: { number: 'A100Z' }, accessionNumber: 'ACC-77', ...order })
})

test('a connection knows words of its own, whatever their case and length', () => {
  const text = omiOrder
    .replace('ORC|NW', 'ORC|ZN')
    .replace('|M|||Street', '|w|||Street')
    .replace('|MR|', '|Magnetic resonance|')
    .replace('|A\r', '|Sofort, der Patient ist instabil\r')
    .replace('UNICODE UTF-8', 'EBCDIC')
  const words = {
    controls: { ZN: 'new' },
    sexes: { W: 'F' },
    modalities: { 'MAGNETIC RESONANCE': 'MR' },
    priorities: { 'Sofort, der Patient ist instabil': 'STAT' },
    charsets: { ebcdic: 'UNICODE UTF-8' },
  } as const
  const { values, order } = unknown(text, words)
  expect(values).toEqual([])
  expect(order).toMatchObject({ control: 'new', modality: 'MR', priority: 'STAT', patient: { sex: 'F' } })
  expect(order).not.toHaveProperty('unknownValues')
})

test.each([
  ['1950-06-01', '1950-06-01'],
  ['1950-06-01T00:00:00+01:00', '1950-06-01'],
  ['19500601120000', '1950-06-01'],
  ['00000000', undefined],
  ['0000-00-00', undefined],
])('the birth date %s is %s', (sent, day) => {
  const { values, order } = unknown(omiOrder.replace('20141014', sent))
  expect(values).toEqual([])
  expect(order?.patient?.birthDate).toBe(day)
})

test('a connection of a training system takes its messages', () => {
  expect(faults(omiOrder.replace('|P|2.5.1', '|T|2.5.1'), { isTraining: true })).toEqual([])
})

test.each([
  ['in UTF-8', utf8, 'UNICODE UTF-8'],
  ['in Latin-1', latin1, '8859/1'],
])('the name of a facility may have foreign letters and separators, %s', (_what, encode, charset) => {
  const bytes = encode(ormOrder.replace('NORTH_RADIOLOGY', 'Sygehus Sønder \\T\\ Nørre'))
  const at = (sendingFacility: string) => interpret(bytes, readHeader(bytes), { ...mapping, sendingFacility }, charset).content
  expect(at('Sygehus Sønder & Nørre')).not.toBeNull()
  expect(at('Sygehus Sonder & Norre')).toBeNull()
})

test('a message of another facility is refused', () => {
  expect(faults(omiOrder, { sendingFacility: 'SOUTH' })).toEqual(['refused unknownKey MSH-4'])
  expect(faults(omiOrder, { sendingFacility: 'NORTH_RADIOLOGY' })).toEqual([])
})

test('faults quote no value of the message', () => {
  const broken = omiOrder
    .replace('20141014', 'SECRET-1')
    .replace('ACC-77', 'SECRET-2'.repeat(10))
    .replace(/A100Z/g, 'SECRET-3'.repeat(30))
  const result = read(broken)
  expect(JSON.stringify(result.content === null && result.outcome)).not.toContain('SECRET')
})

test('the clock of the sender changes nothing', () => {
  const late = omiOrder.replace('20261120081500+0100', '29990101000000')
  expect(orders(late)).toEqual(orders(omiOrder))
  expect(orders(omiOrder.replace('20261120081500+0100', 'never'))).toEqual(orders(omiOrder))
})

test.each([
  ['20260329023000', '2026-03-29T01:30:00.000Z'],
  ['20261025023000', '2026-10-25T00:30:00.000Z'],
  ['202611200930-0500', '2026-11-20T14:30:00.000Z'],
  ['20261120', '2026-11-19T23:00:00.000Z'],
  ['20261120093000.1234+0530', '2026-11-20T04:00:00.000Z'],
  ['2026-11-20 09:30', '2026-11-20T08:30:00.000Z'],
  ['2026-11-20T09:30:00+02:00', '2026-11-20T07:30:00.000Z'],
  ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
])('the time %s is the instant %s', (sent, instant) => {
  expect(orders(omiOrder.replace('20261120093000', sent))[0]?.scheduledAt).toBe(instant)
})

/** Returns the changes of a patient message that is right. */
function changes(text: string) {
  const { content } = read(text)
  return content?.kind === 'patients' ? content.changes : null
}

test('reads updates of a patient', () => {
  const ids = [{ id: 'PID_1', authority: 'NORTH' }]
  expect(changes(adtUpdate)).toEqual([
    {
      kind: 'update',
      patient: { ids, name: 'Arden^Mira', birthDate: '1980-02-14', sex: 'F' },
      contact: { address: 'Street' },
    },
  ])
  expect(changes(adtPersonUpdate)).toEqual([
    { kind: 'update', patient: { ids, name: 'Arden^Mira', birthDate: '1980-02-14', sex: null }, contact: {} },
  ])
})

test.each([
  ['an old phone number', 'Street 1^^Town^^12345^SE||(040)123', { address: 'Street 1, 12345 Town, SE', phone: '(040)123' }],
  ['the parts of a phone number', '||^PRN^PH^^46^40^123~^NET^Internet^a@b.example', { phone: '46 40 123', email: 'a@b.example' }],
  ['a whole phone number of a newer version', '||^PRN^PH^^^^^^^^^+46 40 123', { phone: '+46 40 123' }],
  ['removed ways to reach the patient', '""||""', { address: null, phone: null, email: null }],
])('reads %s', (_name, fields, contact) => {
  expect(changes(adtUpdate.replace('|||Street', `|||${fields}`))).toMatchObject([{ contact }])
})

test('reads merges and changes of an ID', () => {
  expect(changes(adtMerge)).toMatchObject([
    { kind: 'merge', patient: { ids: [{ id: 'NEW_1' }] }, previous: [{ id: 'OLD_1', authority: 'NORTH' }] },
  ])
  expect(changes(adtChangeId)).toMatchObject([
    { kind: 'changeId', patient: { ids: [{ id: 'NEW_2' }] }, previous: [{ id: 'OLD_2', authority: 'NORTH' }] },
  ])
  const both = `${adtMerge}PID|||NEW_3^^^NORTH\rMRG|OLD_3^^^NORTH\r`
  expect(changes(both)?.map((change) => change.kind !== 'update' && change.previous[0]?.id)).toEqual(['OLD_1', 'OLD_3'])
})

test('a merge into itself, or without the other patient, is a fault', () => {
  const result = read(adtMerge.replace('OLD_1', 'NEW_1'))
  expect(result.content === null && result.outcome.faults).toMatchObject([
    { condition: 'duplicateKey', place: { segment: 'MRG', sequence: 1, field: 1 } },
  ])
  expect(faults(adtMerge.replace(/MRG.*/, ''))).toEqual(['faulty required MRG-1'])
})

test.each(['OBR-18', 'ORC-7.6', 'PID-5.1.1', 'ZDS-1'])('%s is a place', (text) => {
  expect(readPlace(text)).not.toBeNull()
})
test.each(['', 'OBR', 'OBR-0', 'obr-18', 'OBR-18.0', 'OBR-18.1.1.1', 'OBRX-1', 'OBR-100'])('%j is no place', (text) => {
  expect(readPlace(text)).toBeNull()
})

test('the header of a message is enough to answer it', () => {
  const header: Header = readHeader(utf8(omiOrder))
  expect(header.field(10)).toBe('1001125')
})

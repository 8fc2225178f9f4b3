import { Buffer, isAscii } from 'node:buffer'
import { writeEscapes } from '@readroom/hl7/message/escapes'
import fc from 'fast-check'

/** A message in the habits of one sender, and what must be stored of each order in it. `isForPeer`: python3-hl7 can read it, too. */
export type HabitMessage = { bytes: Buffer; isForPeer: boolean; expected: Record<string, unknown>[]; flags: string[] }

const separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }
const otherSeparators = { field: '#', component: '*', repetition: '!', escape: '?', subcomponent: '%' }

const words = [
  'Pain',
  'right',
  'leg.',
  'Müller',
  'fièvre',
  'a|b',
  '5^6',
  'x~y',
  'R&D',
  'c:\\d',
  'MRI',
  'YES',
  'PV1',
  '3.5',
  'µg',
  '“no”',
]
const latin = words.filter((word) => !/[“”]/.test(word))

type Coded = { sent: string; value: unknown; unknown?: boolean }
const coded = (sent: string, value: unknown): Coded => ({ sent, value })
const strange = (sent: string, value: unknown = null): Coded => ({ sent, value, unknown: true })

const controls = ['NW', 'SN', 'PA', 'CH', 'XO', 'RP'].map((code) => coded(code, null))
const sexes = [
  coded('M', 'M'),
  coded('f', 'F'),
  coded('O', 'O'),
  coded('U', null),
  coded('UNK', null),
  strange('W'),
  strange('D'),
  coded('', null),
]
const priorities = [
  coded('S', 'STAT'),
  coded('R', 'NORMAL'),
  coded('a', 'URGENT'),
  coded('', null),
  strange('NOTFALL'),
  strange('7'),
]
const modalities = [
  coded('CT', 'CT'),
  coded('mr', 'MR'),
  coded('', null),
  strange('KERNSPIN', 'KERNSPIN'),
  strange('Magnetic resonance', null),
]
const births = [
  coded('19610412', '1961-04-12'),
  coded('1961-04-12', '1961-04-12'),
  coded('196104121530', '1961-04-12'),
  coded('00000000', null),
  coded('', null),
  strange('1961'),
  strange('19619999'),
]
const uids = [coded('1.2.840.113619.2.55.1', '1.2.840.113619.2.55.1'), coded('', null), strange('STUDY-1'), strange('1.02.3')]
// The connection is in Berlin.
const times = [
  coded('20261128003000+0100', '2026-11-27T23:30:00.000Z'),
  coded('202611280030', '2026-11-27T23:30:00.000Z'),
  coded('2026-11-28T00:30:00', '2026-11-27T23:30:00.000Z'),
  coded('00000000', null),
  coded('', null),
  strange('tomorrow'),
]

const charsets = [
  { name: 'UNICODE UTF-8', encoding: 'utf8', flags: [] },
  { name: 'utf-8', encoding: 'utf8', flags: [] },
  { name: '8859/1', encoding: 'latin1', flags: [] },
  { name: 'ISO-8859-1', encoding: 'latin1', flags: [] },
  { name: '', encoding: 'latin1', flags: [] },
  { name: '8859/1', encoding: 'utf8', flags: ['utf8InDisguise'] },
  { name: 'UNICODE UTF-8', encoding: 'latin1', flags: ['notUtf8'] },
  { name: 'EBCDIC-273', encoding: 'latin1', flags: ['unknownValues'] },
] as const

/** How a sender writes: its segments' ends, its breaks within texts, and the rest of its habits. */
const habits = fc.record({
  end: fc.constantFrom('\r', '\r\n', '\n'),
  lineBreak: fc.constantFrom('\\.br\\', '\\.sp\\', '\\X0D\\', '\n', '\r', '\r\n'),
  hasOwnSeparators: fc.boolean(),
  charset: fc.constantFrom(...charsets),
  isOmi: fc.boolean(),
  control: fc.constantFrom(...controls),
  sex: fc.constantFrom(...sexes),
  priority: fc.constantFrom(...priorities),
  modality: fc.constantFrom(...modalities),
  birth: fc.constantFrom(...births),
  uid: fc.constantFrom(...uids),
  time: fc.constantFrom(...times),
  lines: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }), { maxLength: 4 }),
  notes: fc.array(fc.array(fc.constantFrom(...latin), { minLength: 1, maxLength: 40 }), { maxLength: 3 }),
  alert: fc.option(fc.constantFrom('Pacemaker', 'Iodine & gadolinium')),
  ward: fc.option(fc.constantFrom(['WARD 3', '12', 'A'], ['ED'])),
  furtherSteps: fc.integer({ min: 0, max: 2 }),
  protocol: fc.option(fc.constantFrom(['K1', 'Knee', 'LOCAL'], ['K2', '', ''])),
  orders: fc.constantFrom(1, 1, 1, 2, 3),
  sharesAccession: fc.boolean(),
  fillers: fc.boolean(),
  alertFirst: fc.boolean(),
  timingLast: fc.boolean(),
  copies: fc.constantFrom(1, 1, 1, 40),
  foreignId: fc.boolean(),
  custom: fc.boolean(),
  blank: fc.boolean(),
})
type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never

/** Writes a message about one or several orders with numbers of their own. */
function write(habit: Habits, number: number): HabitMessage {
  const own = habit.hasOwnSeparators ? otherSeparators : separators
  const isLatin = habit.charset.encoding === 'latin1'
  const written = (value: string) => writeEscapes(value, own)
  const lines = Array.from({ length: habit.copies }, () => habit.lines)
    .flat()
    .map((line) => line.filter((word) => !isLatin || latin.includes(word)).join(' '))
    .filter((line) => line !== '')
  // A sender that breaks lines itself escapes the rest.
  const lineBreak = habit.lineBreak.replaceAll('\\', own.escape)
  const indication = lines.map(written).join(lineBreak)
  const join = (...parts: string[]) => parts.join(own.component)
  const segment = (name: string, fields: Record<number, string>) =>
    [name, ...Array.from({ length: Math.max(...Object.keys(fields).map(Number)) }, (_, at) => fields[at + 1] ?? '')].join(
      own.field,
    )
  const placerOf = (order: number) => `HAB-${number}-${order}`
  const accessionOf = (order: number) => (habit.sharesAccession ? `A-${number}` : `A-${number}-${order}`)
  const numbers = Array.from({ length: habit.orders }, (_, at) => at + 1)
  const notes = habit.notes.map((note) => note.join(' '))
  const ids = [['P', String(number), 'HOSP'], ...(habit.foreignId ? [['N', String(number), 'NATION']] : [])] as const
  const marks = [own.component, own.repetition, own.escape, own.subcomponent].join('')
  const type = habit.isOmi ? join('OMI', 'O23', 'OMI_O23') : join('ORM', 'O01')
  const head = [
    'MSH',
    marks,
    'HIS',
    'NORTH',
    'READROOM',
    '',
    '20261127080000',
    '',
    type,
    `H${number}`,
    'P',
    '2.5.1',
    '',
    '',
    '',
    '',
    '',
    habit.charset.name,
  ]
  const ipc = (order: number, at: number) =>
    segment('IPC', {
      1: accessionOf(order),
      3: habit.uid.sent,
      4: `SPS-${at}`,
      5: at === 1 ? habit.modality.sent : 'OT',
      6: join(...(habit.protocol ?? [''])),
    })
  const stepsOf = (order: number) =>
    habit.isOmi ? Array.from({ length: habit.furtherSteps + 1 }, (_, at) => ipc(order, at + 1)) : []
  const name = isLatin ? ['Müller', 'Jörg'] : ['Wałęsa', '花子']
  const visit = habit.ward ? [segment('PV1', { 1: '1', 2: 'I', 3: join(...habit.ward) })] : []
  const alert = habit.alert ? [segment('AL1', { 1: '1', 3: join('', written(habit.alert)) })] : []
  const groupOf = (order: number) => {
    const timing = habit.isOmi ? [segment('TQ1', { 1: '1', 7: habit.time.sent, 9: habit.priority.sent })] : []
    const request = segment('OBR', {
      1: String(order),
      2: join(placerOf(order), 'WARD'),
      4: join('X1', 'Examination', 'L'),
      18: habit.isOmi ? '' : accessionOf(order),
      24: habit.isOmi ? '' : habit.modality.sent,
      31: join('', indication),
    })
    return [
      segment('ORC', {
        1: habit.control.sent,
        2: join(placerOf(order), 'WARD'),
        ...(habit.fillers && { 3: join(`F-${number}-${order}`, 'RIS') }),
        ...(!habit.isOmi && { 7: join('', '', '', habit.time.sent, '', habit.priority.sent) }),
      }),
      ...(habit.timingLast ? [request, ...timing] : [...timing, request]),
      ...notes.map((note, at) => segment('NTE', { 1: String(at + 1), 3: written(note) })),
      ...stepsOf(order),
      ...(habit.isOmi ? [] : [segment('ZDS', { 1: join(habit.uid.sent, '100', 'Application', 'DICOM') })]),
    ]
  }
  const segments = [
    head.join(own.field),
    segment('PID', {
      1: '1',
      3: ids.map(([letter, id, authority]) => join(letter + id, '', '', authority)).join(own.repetition),
      5: join(...name),
      7: habit.birth.sent,
      8: habit.sex.sent,
    }),
    ...(habit.alertFirst ? [...alert, ...visit] : [...visit, ...alert]),
    ...numbers.flatMap(groupOf),
    ...(habit.custom ? [segment('ZXX', { 1: 'own' })] : []),
  ]
  const text = segments.join(habit.end + (habit.blank ? habit.end : '')) + habit.end
  const hasHighBytes = !isAscii(Buffer.from(text))
  const codes = {
    sex: habit.sex,
    priority: habit.priority,
    modality: habit.modality,
    birthDate: habit.birth,
    studyInstanceUid: habit.uid,
    scheduledAt: habit.time,
  }
  const unknownValues = Object.fromEntries(
    Object.entries(codes).flatMap(([field, code]) => (code.unknown ? [[field, code.sent]] : [])),
  )
  const [code = '', meaning = '', system = ''] = habit.protocol ?? []
  const protocol = habit.protocol && { description: meaning || code, code, codingSystem: system || null }
  const isBroken = lines.length > 1 && isStray(habit.end, habit.lineBreak)
  const said = [
    ...lines
      .join('\n')
      .split('\n')
      .filter((line) => line !== ''),
  ]
  const allergy = habit.alert ? [`Allergy: ${habit.alert}`] : []
  return {
    bytes: Buffer.from(text, habit.charset.encoding),
    isForPeer: habit.charset.encoding === 'utf8' && habit.end === '\r' && !habit.lineBreak.startsWith('\r'),
    flags: [
      ...habit.charset.flags.filter((flag) => flag === 'unknownValues' || hasHighBytes),
      ...(isBroken ? ['strayLines'] : []),
      ...(Object.keys(unknownValues).length > 0 ? ['unknownValues'] : []),
    ],
    expected: numbers.map((order) => ({
      placerNumber: placerOf(order),
      placerAuthority: 'WARD',
      fillerNumber: habit.fillers ? `F-${number}-${order}` : null,
      fillerAuthority: habit.fillers ? 'RIS' : null,
      accessionNumber: accessionOf(order),
      studyInstanceUid: habit.uid.value,
      modality: habit.modality.value,
      priority: habit.priority.value,
      scheduledAt: habit.time.value === null ? null : new Date(String(habit.time.value)),
      indication: [...said, ...allergy, ...notes].join('\n') || null,
      patientIds: ids.map(([letter, id, authority]) => ({ id: letter + id, authority })),
      patientName: name.join('^'),
      patientBirthDate: habit.birth.value,
      patientSex: habit.sex.value,
      patientLocation: habit.ward?.join(' ') ?? null,
      stepId: habit.isOmi ? 'SPS-1' : null,
      protocol: habit.isOmi ? protocol : null,
      furtherSteps: stepsOf(order)
        .slice(1)
        .map((_, at) => ({
          id: `SPS-${at + 2}`,
          ...(protocol ?? { description: null, code: null, codingSystem: null }),
          modality: 'OT',
          station: null,
          aeTitle: null,
          scheduledAt: null,
        })),
      unknownValues,
    })),
  }
}

/** A line break in a text is the end of segments, too. CR LF ends like CR. */
const isStray = (end: string, lineBreak: string) =>
  end === '\n' ? lineBreak === '\n' || lineBreak === '\r\n' : lineBreak.startsWith('\r')

/** Returns messages of many senders. The same number returns the same ones. */
export const habitMessages = (count: number): HabitMessage[] =>
  fc.sample(habits, { numRuns: count, seed: 20_261_128 }).map((habit, at) => write(habit, at + 1))

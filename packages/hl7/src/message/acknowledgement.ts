import { Buffer } from 'node:buffer'
import { type Header, headerComponent } from './header.ts'
import type { Place } from './message.ts'

/** HL7 table 0357, as far as it is used. */
export const errorConditions = {
  segmentSequence: ['100', 'Segment sequence error'],
  required: ['101', 'Required field missing'],
  dataType: ['102', 'Data type error'],
  unknownValue: ['103', 'Table value not found'],
  messageType: ['200', 'Unsupported message type'],
  eventCode: ['201', 'Unsupported event code'],
  processingId: ['202', 'Unsupported processing id'],
  version: ['203', 'Unsupported version id'],
  unknownKey: ['204', 'Unknown key identifier'],
  duplicateKey: ['205', 'Duplicate key identifier'],
  locked: ['206', 'Application record locked'],
  internal: ['207', 'Application internal error'],
} as const
export type ErrorCondition = keyof typeof errorConditions

/** One fault of a message. Its text names fields and never quotes values. */
export type Fault = {
  condition: ErrorCondition
  place: (Place & { sequence?: number; repetition?: number }) | null
  text: string
}

/** The result of a message. `accepted`: stored and applied. `faulty`: its content must be corrected. `refused`: it is not for this connection. */
export type Outcome = { kind: 'accepted'; note?: string } | { kind: 'faulty' | 'refused'; faults: readonly Fault[] }

/** Our side of an acknowledgement. */
export type Signature = { controlId: string; at: Date }

/** MSA-1 in original mode, HL7 table 0008. */
export const originalCodes = { accepted: 'AA', faulty: 'AE', refused: 'AR' } as const
/** MSA-1 of an accept acknowledgement in enhanced mode. */
export const commitCodes = { accepted: 'CA', faulty: 'CE', refused: 'CR' } as const

const separators = ['|', '^', '~', '\\', '&']

/** Acknowledgements use the separators of their message, whose header they repeat. */
function writer({ separators: own }: Header) {
  const used = [own.field, own.component, own.repetition, own.escape, own.subcomponent].map(
    (mark, at) => mark || (separators[at] ?? ''),
  )
  const [field = '|', component = '^', , mark = '\\', subcomponent = '&'] = used
  const names = ['F', 'S', 'R', 'E', 'T']
  /** Our own texts are ASCII, so that they can be read in every character set. */
  const text = (value: string) =>
    [...value.replace(/[^\x20-\x7e]/g, '?')]
      .map((character) => (used.includes(character) ? `${mark}${names[used.indexOf(character)]}${mark}` : character))
      .join('')
  return { marks: used.slice(1).join(''), field, component, subcomponent, text }
}

/** Returns true for versions from 2.5 on, whose ERR segment has its own field for place, condition and text. */
function hasLongErrors(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 5)
}

function writeFault({ condition, place, text }: Fault, header: Header): string {
  const { field, component, subcomponent, text: escaped } = writer(header)
  const [code, words] = errorConditions[condition]
  const at = place === null ? [] : [place.segment, place.sequence ?? 1, place.field]
  if (!hasLongErrors(header.field(12))) {
    return [
      'ERR',
      [...at, ...Array.from({ length: 3 - at.length }, () => ''), [code, words, 'HL70357'].join(subcomponent)].join(component),
    ].join(field)
  }
  const exact =
    place?.component === undefined
      ? at
      : [...at, place.repetition ?? 1, place.component, ...(place.subcomponent ? [place.subcomponent] : [])]
  return ['ERR', '', exact.join(component), [code, words, 'HL70357'].join(component), 'E', '', '', '', escaped(text)].join(field)
}

/** Format of HL7 times, in UTC. */
const timestamp = (at: Date) => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

function write(header: Header, code: string, outcome: Outcome, { controlId, at }: Signature): Buffer {
  const { field, component, marks, text } = writer(header)
  const faults = outcome.kind === 'accepted' ? [] : outcome.faults
  const trigger = headerComponent(header, 9, 2)
  const words = outcome.kind === 'accepted' ? (outcome.note ?? '') : faults.map((fault) => fault.text).join(' ')
  const segments = [
    [
      'MSH',
      marks,
      // The receiver answers as the application that the message was meant for.
      ...[header.field(5), header.field(6), header.field(3), header.field(4)],
      timestamp(at),
      '',
      trigger === '' ? 'ACK' : ['ACK', trigger, 'ACK'].join(component),
      controlId,
      header.field(11) || 'P',
      header.field(12) || '2.5.1',
      ...['', '', '', '', ''],
      header.field(18),
    ].join(field),
    ['MSA', code, header.field(10), text(words)].join(field),
    ...faults.map((fault) => writeFault(fault, header)),
  ]
  return Buffer.from(`${segments.join('\r')}\r`, 'latin1')
}

/** Returns true if a condition of HL7 table 0155 asks for an answer. */
function isWanted(condition: string, isGood: boolean): boolean {
  if (condition === 'AL') return true
  return condition === (isGood ? 'SU' : 'ER')
}

/**
 * Returns the acknowledgements of a message, in the order in which they are sent. In original mode there is one. In enhanced mode (MSH-15 or
 * MSH-16 is set) the sender chooses. A fault that no application acknowledgement would report makes the accept acknowledgement say so.
 */
export function acknowledge(header: Header, outcome: Outcome, sign: () => Signature): Buffer[] {
  const [accept, application] = [header.field(15), header.field(16)]
  if (accept === '' && application === '') return [write(header, originalCodes[outcome.kind], outcome, sign())]
  const isGood = outcome.kind === 'accepted'
  // A message that is not for us ends with its accept acknowledgement, if the sender takes one.
  const isReported = isWanted(application, isGood) && (outcome.kind !== 'refused' || !isWanted(accept, false))
  const isStored = isGood || (outcome.kind === 'faulty' && isReported)
  const stored: Outcome = isStored ? { kind: 'accepted' } : outcome
  return [
    ...(isWanted(accept, isStored) ? [write(header, commitCodes[stored.kind], stored, sign())] : []),
    ...(isReported ? [write(header, originalCodes[outcome.kind], outcome, sign())] : []),
  ]
}

/** The header that stands for one that could not be read. */
const unreadable: Header = {
  separators: { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' },
  field: (number) => (number === 1 ? '|' : ''),
}

/** Returns the answer to bytes that are no HL7 message. */
export const acknowledgeGarbage = (sign: () => Signature): Buffer[] => [
  write(
    unreadable,
    'AR',
    {
      kind: 'refused',
      faults: [{ condition: 'segmentSequence', place: null, text: 'This is no HL7 message: it does not begin with MSH.' }],
    },
    sign(),
  ),
]

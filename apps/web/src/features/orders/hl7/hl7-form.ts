import { priorities } from '@readroom/contracts/core/primitives'
import { Hl7ConnectionFields, hl7Tables, type UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import type { z } from 'zod'
import { wrongZone } from '../../../components/form/form-field.tsx'
import { clinicTimeZone } from '../../../lib/format.ts'
import { textAs } from '../../../lib/forms/text-as.ts'
import { hl7Key, saveHl7Connection } from './hl7.queries.ts'

/** A stored connection has more than the fields that are written. */
export const Hl7Form = Hl7ConnectionFields.strip()
export type Hl7Form = z.input<typeof Hl7Form>

export type Hl7Table = (typeof hl7Tables)[keyof typeof hl7Tables]

/** Returns the table in which a value can be explained; null: there is none. */
export const tableOf = (field: UnknownField): Hl7Table | null =>
  new Map<string, Hl7Table>(Object.entries(hl7Tables)).get(field) ?? null

export const newConnection = (): Hl7Form => ({
  labId: '',
  name: '',
  port: 2575,
  isEnabled: true,
  allowedAddresses: [],
  sendingFacility: null,
  charset: 'UNICODE UTF-8',
  mapping: {
    timeZone: clinicTimeZone() ?? 'UTC',
    patientAuthority: null,
    places: {},
    priorities: {},
    controls: {},
    modalities: {},
    sexes: {},
    charsets: {},
    isUpsert: true,
    isWaitingFault: false,
    isTraining: false,
  },
  clientCertificates: null,
  keepDays: 90,
})

/** Returns the names and values of lines such as `NOW = STAT`. A sender's word may have a sign of equality; no meaning has one. */
const entriesOf = (text: string) =>
  textAs.lines.read(text).map((line) => {
    const [, name = line, value = ''] = /^(.*)=([^=]*)$/.exec(line) ?? []
    return [name.trim(), value.trim()] as const
  })
const writeEntries = (entries: unknown) =>
  Object.entries(entries ?? {})
    .map(([name, value]) => `${name} = ${textAs.list.write(value)}`)
    .join('\n')

/** A meaning for each word, one on each line. */
export const asWords = { read: (text: string) => Object.fromEntries(entriesOf(text)), write: writeEntries }
/** Places for each field, one on each line. */
export const asPlaces = {
  read: (text: string) => Object.fromEntries(entriesOf(text).map(([name, places]) => [name, textAs.words.read(places)])),
  write: writeEntries,
}

/** The properties of a dialog that saves a connection; null: a new one. */
export const savesConnection = (connection: Hl7Connection | null) => ({
  schema: Hl7Form,
  change: (fields: Hl7ConnectionFields) => saveHl7Connection(connection, fields),
  done: ({ message }: { message: string }) => message,
  failed: 'The connection could not be saved. Please try again.',
  codes: { HL7_NAME_TAKEN: 'name', HL7_PORT_TAKEN: 'port', LAB_NOT_FOUND: 'labId' } as const,
  invalidates: [hl7Key],
})

export const hl7Words = {
  labId: 'Please choose a laboratory',
  port: 'Please enter a port from 1024 to 65535',
  allowedAddresses: 'Please enter addresses or networks such as 10.20.0.0/16, one on each line',
  'mapping.timeZone': wrongZone,
  'mapping.places': 'Please write lines such as accessionNumber = OBR-3.1',
  'mapping.priorities': `Please write lines such as NOW = STAT. Meanings are ${priorities.join(', ')}`,
  'mapping.controls':
    'Please write lines such as RO = change. Meanings are new, change, cancel, hold, release, discontinue and status',
  'mapping.modalities': 'Please write lines such as ULTRASOUND = US',
  'mapping.sexes': 'Please write lines such as W = F. Meanings are M, F, O, and U for unknown',
  'mapping.charsets': 'Please write lines such as LATIN = 8859/1, with a name of the list above',
  clientCertificates: 'Please paste certificates in PEM, without a private key',
  keepDays: 'Please enter 1 to 3650 days',
}

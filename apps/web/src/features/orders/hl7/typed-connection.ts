import { priorities } from '@readroom/contracts/core/primitives'
import { Hl7ConnectionFields, hl7Tables, type UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { clinicTimeZone } from '../../../lib/format.ts'

/** The fields of a connection as they are typed. Lists have one entry on each line. */
export type TypedConnection = {
  labId: string
  name: string
  port: string
  isEnabled: boolean
  allowedAddresses: string
  sendingFacility: string
  charset: string
  timeZone: string
  patientAuthority: string
  places: string
  priorities: string
  controls: string
  modalities: string
  sexes: string
  charsets: string
  isUpsert: boolean
  isWaitingFault: boolean
  isTraining: boolean
  clientCertificates: string
  keepDays: string
}
export type TypedErrors = Partial<Record<keyof TypedConnection, string>>

const lines = (entries: Record<string, string | readonly string[]>) =>
  Object.entries(entries)
    .map(([name, value]) => `${name} = ${[value].flat().join(', ')}`)
    .join('\n')

type TypedWords = Pick<TypedConnection, (typeof hl7Tables)[keyof typeof hl7Tables]>

const typedWords = (connection: Hl7Connection | null): TypedWords => ({
  priorities: lines(connection?.mapping.priorities ?? {}),
  controls: lines(connection?.mapping.controls ?? {}),
  modalities: lines(connection?.mapping.modalities ?? {}),
  sexes: lines(connection?.mapping.sexes ?? {}),
  charsets: lines(connection?.mapping.charsets ?? {}),
})

/** Returns the table in which a value can be explained; null: there is none. */
export const tableOf = (field: UnknownField): keyof TypedWords | null =>
  new Map<string, keyof TypedWords>(Object.entries(hl7Tables)).get(field) ?? null

/** Returns what is typed for a connection; null: a new one. */
export function typeConnection(connection: Hl7Connection | null): TypedConnection {
  return {
    labId: connection?.labId ?? '',
    name: connection?.name ?? '',
    port: String(connection?.port ?? 2575),
    isEnabled: connection?.isEnabled ?? true,
    allowedAddresses: connection?.allowedAddresses.join('\n') ?? '',
    sendingFacility: connection?.sendingFacility ?? '',
    charset: connection?.charset ?? 'UNICODE UTF-8',
    timeZone: connection?.mapping.timeZone ?? clinicTimeZone() ?? 'UTC',
    patientAuthority: connection?.mapping.patientAuthority ?? '',
    places: lines(connection?.mapping.places ?? {}),
    ...typedWords(connection),
    isUpsert: connection?.mapping.isUpsert ?? true,
    isWaitingFault: connection?.mapping.isWaitingFault ?? false,
    isTraining: connection?.mapping.isTraining ?? false,
    clientCertificates: connection?.clientCertificates ?? '',
    keepDays: String(connection?.keepDays ?? 90),
  }
}

const entriesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      // A sender's word may have a sign of equality; no meaning has one.
      const [, name = line, value = ''] = /^(.*)=([^=]*)$/.exec(line) ?? []
      return [name.trim(), value.trim()] as const
    })
const listOf = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '')
const orNull = (text: string) => (text.trim() === '' ? null : text)

const messages: TypedErrors = {
  labId: 'Please choose a laboratory',
  port: 'Please enter a port from 1024 to 65535',
  allowedAddresses: 'Please enter addresses or networks such as 10.20.0.0/16, one on each line',
  timeZone: 'Please choose a time zone from the list',
  places: 'Please write lines such as accessionNumber = OBR-3.1',
  priorities: `Please write lines such as NOW = STAT. Meanings are ${priorities.join(', ')}`,
  controls: 'Please write lines such as RO = change. Meanings are new, change, cancel, hold, release, discontinue and status',
  modalities: 'Please write lines such as ULTRASOUND = US',
  sexes: 'Please write lines such as W = F. Meanings are M, F, O, and U for unknown',
  charsets: 'Please write lines such as LATIN = 8859/1, with a name of the list above',
  clientCertificates: 'Please paste certificates in PEM, without a private key',
  keepDays: 'Please enter 1 to 3650 days',
}

function fieldOf(path: readonly PropertyKey[]): string {
  const [first, second] = path
  return String(first === 'mapping' ? second : first)
}

/** Returns the fields to send, or the message at each field. */
export function readConnection(typed: TypedConnection): { fields: Hl7ConnectionFields } | { errors: TypedErrors } {
  const read = Hl7ConnectionFields.safeParse({
    labId: typed.labId,
    name: typed.name,
    port: Number(typed.port),
    isEnabled: typed.isEnabled,
    allowedAddresses: listOf(typed.allowedAddresses),
    sendingFacility: orNull(typed.sendingFacility),
    charset: typed.charset,
    mapping: {
      timeZone: typed.timeZone.trim(),
      patientAuthority: orNull(typed.patientAuthority),
      places: Object.fromEntries(entriesOf(typed.places).map(([name, value]) => [name, listOf(value)])),
      ...Object.fromEntries(Object.values(hl7Tables).map((table) => [table, Object.fromEntries(entriesOf(typed[table]))])),
      isUpsert: typed.isUpsert,
      isWaitingFault: typed.isWaitingFault,
      isTraining: typed.isTraining,
    },
    clientCertificates: orNull(typed.clientCertificates),
    keepDays: Number(typed.keepDays),
  })
  if (read.success) return { fields: read.data }
  const said = new Map<string, string | undefined>(Object.entries(messages))
  return {
    errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [fieldOf(path), said.get(fieldOf(path)) ?? message])),
  }
}

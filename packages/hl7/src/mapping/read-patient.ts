import type { Message, Segment } from '../message/message.ts'
import { addFault, addUnknown, type Findings } from './findings.ts'
import { type MappedSex, type Mapping, meaningOf, sexes } from './mapping.ts'
import { isNoDay, isRemoved, type Occurrence, part, patientId, personName, readDay, type Sent } from './values.ts'

export type MappedPatientId = { id: string; authority: string | null; type?: string }

/** The patient of a message. Names are as DICOM writes them. The first ID is the laboratory's own. */
export type MappedPatient = {
  ids: MappedPatientId[]
  name?: Sent<string>
  birthDate?: Sent<string>
  sex?: Sent<MappedSex>
}

/** The ways to reach a patient, each in one line. */
export type MappedContact = { phone?: Sent<string>; email?: Sent<string>; address?: Sent<string> }

/** A change of a patient. `merge`: `previous` is the same person; `changeId`: the person has a new ID instead of `previous`. */
export type PatientChange =
  | { kind: 'update'; patient: MappedPatient; contact: MappedContact }
  | { kind: 'merge' | 'changeId'; patient: MappedPatient; previous: MappedPatientId[] }

export const MAX_ID = 64
export const MAX_NAME = 400
export const MAX_IDS = 20

const occurrences = (segment: Segment, field: number): Occurrence[] =>
  Array.from({ length: segment.repetitions(field) }, (_, at) => ({ segment, field, repetition: at + 1 }))

function readIds(segment: Segment, field: number, mapping: Mapping, findings: Findings): MappedPatientId[] {
  const ids = occurrences(segment, field).flatMap((at) => patientId(at) ?? [])
  const place = { segment: segment.name, field }
  if (ids.some(({ id, authority, type = '' }) => id.length > MAX_ID || (authority?.length ?? 0) > 250 || type.length > 20)) {
    addFault(findings, 'dataType', place, `has an ID of more than ${MAX_ID} characters`, segment)
    return []
  }
  const own = ids.filter(({ authority }) => mapping.patientAuthority === null || authority === mapping.patientAuthority)
  if (own.length === 0) addFault(findings, 'required', place, 'has no patient ID of this laboratory', segment)
  return [...own, ...ids.filter((id) => !own.includes(id))].slice(0, MAX_IDS)
}

function readName(segment: Segment, findings: Findings): Sent<string> {
  const names = occurrences(segment, 5)
  const first = names[0]
  if (first === undefined) return undefined
  if (isRemoved(first)) return null
  const name = personName(names)
  if (name.length > MAX_NAME)
    addFault(findings, 'dataType', { segment: 'PID', field: 5 }, `is longer than ${MAX_NAME} characters`, segment)
  return name || undefined
}

function readBirthDate(segment: Segment, findings: Findings): Sent<string> {
  const at = { segment, field: 7, repetition: 1 }
  if (isRemoved(at)) return null
  const text = part(at, 1)
  if (isNoDay(text)) return undefined
  const day = readDay(text)
  if (day === null) addUnknown(findings, 'birthDate', { segment: 'PID', field: 7 }, text)
  return day ?? undefined
}

function readSex(segment: Segment, mapping: Mapping, findings: Findings): Sent<MappedSex> {
  const at = { segment, field: 8, repetition: 1 }
  if (isRemoved(at)) return null
  const code = part(at, 1)
  if (code === '') return undefined
  const sex = meaningOf(code, mapping.sexes, sexes)
  if (sex === undefined) addUnknown(findings, 'sex', { segment: 'PID', field: 8 }, code)
  return sex === 'U' ? null : sex
}

/** Reads the patient of a PID segment. */
export function readPatient(segment: Segment, mapping: Mapping, findings: Findings): MappedPatient {
  return {
    ids: readIds(segment, 3, mapping, findings),
    name: readName(segment, findings),
    birthDate: readBirthDate(segment, findings),
    sex: readSex(segment, mapping, findings),
  }
}

const isEmail = (at: Occurrence) => part(at, 3) === 'Internet' || part(at, 2) === 'NET' || part(at, 4) !== ''

/** Reads a phone number (XTN): its first component, or the parts that newer versions write. */
const phoneNumber = (at: Occurrence) => part(at, 1) || part(at, 12) || [part(at, 5), part(at, 6), part(at, 7)].join(' ').trim()

/** Returns the first text of several occurrences; null if all that was sent is the sign for removal. */
function firstOf(found: readonly Occurrence[], read: (at: Occurrence) => string): Sent<string> {
  const text = found.map(read).find((one) => one !== '')
  return text ?? (found.some(isRemoved) ? null : undefined)
}

/** Reads an address (XAD) in one line: street, other designation, postal code, city, state, country. */
const addressLine = (at: Occurrence) =>
  [part(at, 1), part(at, 2), [part(at, 5), part(at, 3)].join(' ').trim(), part(at, 4), part(at, 6)]
    .filter((one) => one !== '')
    .join(', ')

function readContact(pid: Segment): MappedContact {
  const reached = occurrences(pid, 13)
  return {
    phone: firstOf(
      reached.filter((at) => !isEmail(at)),
      phoneNumber,
    ),
    email: firstOf(
      reached.filter((at) => isEmail(at) || isRemoved(at)),
      (at) => part(at, 4) || part(at, 1),
    ),
    address: firstOf(occurrences(pid, 11), addressLine),
  }
}

const isSame = (left: MappedPatientId, right: MappedPatientId) =>
  left.id === right.id && (left.authority ?? right.authority) === (right.authority ?? left.authority)

/** Pairs each PID with the MRG that follows it. */
function readPrevious(
  message: Message,
  pid: Segment,
  patient: MappedPatient,
  mapping: Mapping,
  findings: Findings,
): MappedPatientId[] {
  const after = message.segments.slice(message.segments.indexOf(pid) + 1)
  const end = after.findIndex((segment) => segment.name === 'PID')
  const merge = after.slice(0, end === -1 ? after.length : end).find((segment) => segment.name === 'MRG')
  const place = { segment: 'MRG', field: 1 }
  if (merge === undefined) {
    addFault(findings, 'required', place, 'is missing')
    return []
  }
  const previous = readIds(merge, 1, mapping, findings)
  const [own, old] = [patient.ids[0], previous[0]]
  if (own && old && isSame(own, old)) addFault(findings, 'duplicateKey', place, 'is the same patient as PID-3', merge)
  return previous
}

/** Reads the changes of an ADT message: one for each PID. */
export function readPatientChanges(
  message: Message,
  kind: PatientChange['kind'],
  mapping: Mapping,
  findings: Findings,
): PatientChange[] {
  const pids = message.segments.filter((segment) => segment.name === 'PID')
  if (pids.length === 0) addFault(findings, 'required', { segment: 'PID', field: 3 }, 'is missing')
  return pids.map((pid) => {
    const patient = readPatient(pid, mapping, findings)
    if (kind === 'update') return { kind, patient, contact: readContact(pid) }
    return { kind, patient, previous: readPrevious(message, pid, patient, mapping, findings) }
  })
}

/** Where messages name patients: the IDs of today and before, and those that end in a merge. */
const idFields = [
  { name: 'PID', fields: [2, 3, 4] },
  { name: 'MRG', fields: [1] },
]

const MAX_KNOWN_IDS = 100

/** Returns every patient ID in a message, of any authority. */
export function patientIdsOf({ segments }: Message): string[] {
  const ids = segments.flatMap((segment) =>
    idFields
      .filter(({ name }) => name === segment.name)
      .flatMap(({ fields }) => fields.flatMap((field) => occurrences(segment, field).map((at) => part(at, 1)))),
  )
  return [...new Set(ids)].filter((id) => id !== '' && id.length <= MAX_ID).slice(0, MAX_KNOWN_IDS)
}

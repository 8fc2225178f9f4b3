import { rowName } from '@readroom/contracts/core/person-names'
import type { SentField, SentPatient } from '@readroom/contracts/patients/sent-changes'
import type { NamedPerson, PatientCorrection, PatientRow } from '@readroom/db/patients/patients'

/** The effect of a message on a record: `kept` are fields that people wrote and that the message wants otherwise. */
export type SentValues = { correction: PatientCorrection; hl7Fields: SentField[]; kept: SentField[] }

type Scanned = 'name' | 'birthDate' | 'sex'

/** Where each field of a message belongs, and what the studies show of it. */
const places: readonly { field: SentField; sent: Exclude<keyof SentPatient, 'patientId'>; shown: Scanned | null }[] = [
  { field: 'correctedName', sent: 'name', shown: 'name' },
  { field: 'correctedBirthDate', sent: 'birthDate', shown: 'birthDate' },
  { field: 'correctedSex', sent: 'sex', shown: 'sex' },
  { field: 'contactPhone', sent: 'phone', shown: null },
  { field: 'contactEmail', sent: 'email', shown: null },
  { field: 'address', sent: 'address', shown: null },
]

/** True if all studies show a value already, so that no correction is needed. */
const isShown = (identities: readonly NamedPerson[], part: Scanned | null, value: string) =>
  part !== null &&
  identities.length > 0 &&
  identities.every((identity) => identity[part] === (part === 'name' ? rowName(value) : value))

/**
 * Returns what a message writes into a record. It fills what nobody wrote, and replaces what a message wrote before. A value that people wrote stays. A
 * removed value removes only what a message wrote.
 */
export function valuesOf(sent: SentPatient, patient: PatientRow, identities: readonly NamedPerson[]): SentValues {
  const correction: Record<string, string | null> = {}
  const ours = new Set(patient.hl7Fields)
  const kept: SentField[] = []
  for (const { field, sent: name, shown } of places) {
    const value = sent[name]
    const present = patient[field]
    const isOurs = ours.has(field)
    if (value === undefined || value === present) continue
    if (value === null || value === '') {
      if (isOurs) correction[field] = shown === null ? '' : null
      ours.delete(field)
    } else if (isOurs || present === null || present === '') {
      if (!isOurs && isShown(identities, shown, value)) continue
      correction[field] = value
      ours.add(field)
    } else kept.push(field)
  }
  return { correction, hl7Fields: [...ours], kept }
}

import { nameFields } from '@readroom/contracts/patients/name-fields'
import { type PatientRecord, PatientSave } from '@readroom/contracts/patients/patients'
import { manualMarks } from '@readroom/contracts/studies/study-marks'
import { differing, type FieldName, type RecordValues, recordFields, saidByScanner } from './record-fields.ts'

/** Returns the value of a field for the API. Null resets it to the scanner's value. */
function sent(record: PatientRecord, values: RecordValues, name: FieldName): unknown {
  const { key } = recordFields[name]
  if (key === 'caseFlags') return manualMarks.filter((mark) => values[mark] === 'yes')
  if (key === 'mlcCase') return values[name] === 'yes'
  const value = values[name].trim()
  // The API puts the parts of a name together, and finds out whether they are the scanner's.
  if (key in nameFields) return value
  return key !== 'patientId' && value !== '' && value === saidByScanner(record, name) ? null : value
}

export type Prepared = { save: PatientSave } | { errors: Partial<Record<FieldName, string>> }

const namesOf = (names: readonly FieldName[], path: readonly PropertyKey[]) =>
  names.filter((name) => recordFields[name].group === path[0] && recordFields[name].key === path[1])

/** Returns the changed fields in the API's groups, or the errors by field. */
export function prepareSave(
  record: PatientRecord,
  base: RecordValues,
  values: RecordValues,
  alsoStudies: PatientSave['alsoStudies'] = [],
): Prepared {
  const names = differing(base, values)
  const groups: Record<string, Record<string, unknown>> = {}
  for (const name of names) {
    const { group, key } = recordFields[name]
    groups[group] = { ...groups[group], [key]: sent(record, values, name) }
  }
  const parsed = PatientSave.safeParse({ version: record.version, ...groups, ...(alsoStudies.length > 0 && { alsoStudies }) })
  if (parsed.success) return { save: parsed.data }
  const errors: Partial<Record<FieldName, string>> = {}
  for (const { path, code, message } of parsed.error.issues)
    for (const name of namesOf(names, path)) errors[name] ??= plainWords(name, code, message)
  return { errors }
}

const own: Partial<Record<FieldName, string>> = {
  dateOfBirth: 'Please enter a date as dd/mm/yyyy',
  lmp: 'Please enter a date as dd/mm/yyyy',
  age: 'Please enter an age such as 73Y or 6M',
  contactEmail: 'Please enter a valid email address',
  referringPhysicianEmail: 'Please enter a valid email address',
  requestingPhysicianEmail: 'Please enter a valid email address',
}

function plainWords(name: FieldName, code: string, message: string): string {
  if (code === 'too_big') return 'This is too long'
  if (code === 'too_small') return 'Required'
  return own[name] ?? message
}

import { z } from 'zod'
import { eachName } from '../core/each-name.ts'
import { type NameGroup, type NamePart, readName, writeName } from '../core/person-names.ts'
import { line } from '../core/primitives.ts'

/** The parts of a name that people correct one by one. */
export const nameFields = {
  familyName: { label: 'Family name', group: 'alphabetic', part: 'family' },
  givenName: { label: 'Given name', group: 'alphabetic', part: 'given' },
  middleName: { label: 'Middle name', group: 'alphabetic', part: 'middle' },
  namePrefix: { label: 'Name prefix', group: 'alphabetic', part: 'prefix' },
  nameSuffix: { label: 'Name suffix', group: 'alphabetic', part: 'suffix' },
  ideographicFamilyName: { label: 'Family, ideographic', group: 'ideographic', part: 'family' },
  ideographicGivenName: { label: 'Given, ideographic', group: 'ideographic', part: 'given' },
  phoneticFamilyName: { label: 'Family, phonetic', group: 'phonetic', part: 'family' },
  phoneticGivenName: { label: 'Given, phonetic', group: 'phonetic', part: 'given' },
} as const satisfies Record<string, { label: string; group: NameGroup; part: NamePart }>

export type NameField = keyof typeof nameFields
export const nameFieldNames = Object.keys(nameFields).filter((name): name is NameField => name in nameFields)

/** The parts of a name that is known; a missing part is empty. Of a name without parts, all is the family name. */
export const namePartsShape = eachName(nameFieldNames, () => z.string())

/** A part that a save writes. The others stay. */
export const savedNamePartsShape = eachName(nameFieldNames, () =>
  line(100)
    .regex(/^[^\\^=]*$/, 'must not contain ^, = or \\')
    .regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'must not turn the direction of writing')
    .optional(),
)

const accountParts = { familyName: true, givenName: true, middleName: true, namePrefix: true, nameSuffix: true } as const

/** The parts of the name of an account, which has one script. */
export const accountNameShape = z.object(namePartsShape).pick(accountParts).shape
export const savedAccountNameShape = z.object(savedNamePartsShape).pick(accountParts).shape

export type NameFieldValues = Record<NameField, string>

/** Returns the parts of a name, as DICOM writes it, for a form. */
export function fieldsOfName(name: string | null): NameFieldValues {
  const read = readName(name ?? '')
  return eachName(nameFieldNames, (field) => read[nameFields[field].group][nameFields[field].part])
}

/** Returns a name with the given parts replaced. If none of them differs, the name is as it was. */
export function withNameFields(name: string | null, given: { [F in NameField]?: string | undefined }): string | null {
  const before = fieldsOfName(name)
  const read = readName(name ?? '')
  const changed = nameFieldNames.filter((field) => given[field] !== undefined && given[field] !== before[field])
  if (changed.length === 0) return name
  for (const field of changed) read[nameFields[field].group][nameFields[field].part] = given[field] ?? ''
  return writeName(read)
}

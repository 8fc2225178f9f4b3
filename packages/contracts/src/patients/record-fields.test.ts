import { expect, test } from 'vitest'
import { nameFieldNames } from './name-fields.ts'
import { PatientSave } from './patients.ts'
import { recordFields } from './record-fields.ts'

/** Accepted, but not a field of its own: an alias, times that are read-only, and a group for later. */
const notFields = ['physicianInfo.referringPhysicianName', 'timeInfo.', 'referralInfo.']

test('every field of a save has a label and a name in the history', () => {
  const parts = nameFieldNames.map((name) => `patientInfo.${name}`)
  const places = [...Object.values(recordFields).map(({ group, key }) => `${group}.${key}`), ...parts]
  const { version: _version, alsoStudies: _alsoStudies, ...groups } = PatientSave.shape
  const saved = Object.entries(groups).flatMap(([group, schema]) =>
    Object.keys(schema.unwrap().shape).map((key) => `${group}.${key}`),
  )
  expect(saved.filter((place) => !notFields.some((prefix) => place.startsWith(prefix))).toSorted()).toEqual(places.toSorted())
})

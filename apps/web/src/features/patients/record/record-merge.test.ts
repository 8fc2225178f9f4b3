import { expect, test } from 'vitest'
import { makeRecord } from './record.fixture.ts'
import { differing, type RecordValues, valuesOf } from './record-fields.ts'
import { mergeRecords } from './record-merge.ts'
import { prepareSave } from './record-save.ts'

const base = valuesOf(makeRecord())
const changed = (changes: Partial<RecordValues>): RecordValues => ({ ...base, ...changes })

test('keeps the changes of both users to different fields', () => {
  const { values, conflicts } = mergeRecords(base, changed({ clinicalHistory: 'Mine' }), changed({ code: 'Theirs' }))
  expect(values).toMatchObject({ clinicalHistory: 'Mine', code: 'Theirs' })
  expect(conflicts).toEqual([])
})

test('different changes to the same field are a conflict, and mine stays until it is decided', () => {
  const { values, conflicts } = mergeRecords(base, changed({ clinicalHistory: 'Mine' }), changed({ clinicalHistory: 'Theirs' }))
  expect(values.clinicalHistory).toBe('Mine')
  expect(conflicts).toEqual([{ name: 'clinicalHistory', mine: 'Mine', theirs: 'Theirs' }])
})

test('equal changes to the same field are no conflict', () => {
  const same = changed({ clinicalHistory: 'Same' })
  expect(mergeRecords(base, same, { ...same }).conflicts).toEqual([])
})

test('a field I did not change takes their value', () => {
  const { values, conflicts } = mergeRecords(base, base, changed({ fullName: 'Ada Ø', priorityLevel: 'STAT' }))
  expect([values.fullName, values.priorityLevel, conflicts]).toEqual(['Ada Ø', 'STAT', []])
})

test('saves only changed fields, in their groups, with the versions that were read', () => {
  const values = changed({ clinicalHistory: 'Fall', age: '44', technologistName: '', billedStudy: 'yes' })
  expect(prepareSave(makeRecord(), base, values)).toEqual({
    save: {
      version: { patient: 3, study: 7, studies: 'list' },
      clinicalInfo: { clinicalHistory: 'Fall' },
      patientInfo: { age: '44Y' },
      technologistInfo: { name: '' },
      studyInfo: { caseFlags: ['billedStudy'] },
    },
  })
})

test("a field set to the scanner's value is reset to it", () => {
  const record = makeRecord()
  const corrected = changed({ fullName: 'Corrected' })
  expect(prepareSave(record, corrected, base)).toMatchObject({ save: { patientInfo: { fullName: null } } })
})

test('reports an invalid value at its field', () => {
  const values = changed({ dateOfBirth: '2026-02-30', age: 'old', contactEmail: 'nobody', fullName: ' ' })
  expect(prepareSave(makeRecord(), base, values)).toEqual({
    errors: {
      dateOfBirth: 'Please enter a date as dd/mm/yyyy',
      age: 'Please enter an age such as 73Y or 6M',
      contactEmail: 'Please enter a valid email address',
      fullName: 'Required',
    },
  })
})

test('leading and trailing spaces are no change', () => {
  expect(differing(base, changed({ code: `${base.code}  ` }))).toEqual([])
})

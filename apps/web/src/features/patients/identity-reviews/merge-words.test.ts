import type { MergePerson, PatientMerge } from '@readroom/contracts/patients/patient-merges'
import { expect, test } from 'vitest'
import { changeHeading, mergeQuestion, mergeText } from './merge-words.ts'

const merge: PatientMerge = {
  id: '018f0000-0000-7000-8000-000000000001',
  laboratory: 'North',
  formerId: 'A',
  patientId: 'B',
  studyId: null,
  movedStudies: 2,
  reason: null,
  mergedBy: 'North hospital',
  mergedAt: '2026-03-01T10:00:00.000Z',
  undoneBy: null,
  undoneAt: null,
  canUndo: true,
}
const person = (patientId: string, documents: number): MergePerson => ({
  personId: merge.id,
  patientId,
  formerIds: [],
  studies: [],
  documents,
  isOnHold: false,
  isUnderReview: false,
  differing: [],
  difference: null,
})

test('describes a merge and its undoing', () => {
  expect(mergeText(merge)).toMatch(/^North hospital merged patient ID A into patient ID B on .+\. 2 studies moved\.$/)
  expect(mergeText({ ...merge, undoneBy: 'Grace', undoneAt: '2026-03-02T10:00:00.000Z' })).toMatch(/Grace undid it on .+\.$/)
})

test('says what a merge will move, and where the former ID leads', () => {
  expect(mergeQuestion(person('A', 1), person('B', 0))).toMatch(
    /^Moves 0 studies and 1 document to patient ID B\. Patient ID A then leads to that patient\./,
  )
})

test('names what a received change asks for', () => {
  const received = { kind: 'changeId', patientId: 'B', previousId: 'A' } as const
  const rest = { id: merge.id, laboratory: 'North', sender: 'HIS', patientName: null, birthDate: null, sex: null }
  const change = { ...rest, ...received, reason: '', receivedAt: merge.mergedAt, studies: [] }
  expect(changeHeading(change)).toBe('Change of patient ID A to patient ID B')
  expect(changeHeading({ ...change, kind: 'merge' })).toBe('Merge of patient ID A into patient ID B')
  expect(changeHeading({ ...change, kind: 'update', previousId: null })).toBe('Update of patient ID B')
})

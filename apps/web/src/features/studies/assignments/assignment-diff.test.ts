import { expect, test } from 'vitest'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import { assignedCounts, assignmentDiff } from './assignment-diff.ts'
import { choicesOf } from './assignments.queries.ts'

const chosen = (...doctors: number[]) => new Set(doctors.map(doctorId))

test('assigns chosen doctors who lack the study and unassigns those who have it', () => {
  const diff = assignmentDiff([makeRow(1, 'assigned_to_doctor', [1, 2])], chosen(1, 3))
  expect(diff.toAssign.map((pair) => pair.doctorId)).toEqual([doctorId(3)])
  expect(diff.toUnassign.map((pair) => pair.doctorId)).toEqual([doctorId(1)])
})

test('an empty choice changes nothing', () => {
  expect(assignmentDiff([makeRow(1, 'assigned_to_doctor', [1])], chosen())).toMatchObject({ toAssign: [], toUnassign: [] })
})

test('treats each of several studies separately, and the buttons count doctors', () => {
  const diff = assignmentDiff([makeRow(1, 'assigned_to_doctor', [1]), makeRow(2), makeRow(3)], chosen(1))
  expect(diff.toAssign.map(({ study }) => study.patientId)).toEqual(['RH-2', 'RH-3'])
  expect(diff.toUnassign.map(({ study }) => study.patientId)).toEqual(['RH-1'])
  expect([diff.assignCount, diff.unassignCount]).toEqual([1, 1])
})

test('counts how many of the studies a doctor has', () => {
  const counts = assignedCounts([makeRow(1, 'assigned_to_doctor', [1, 2]), makeRow(2, 'assigned_to_doctor', [1])])
  expect([counts.get(doctorId(1)), counts.get(doctorId(2)), counts.get(doctorId(3))]).toEqual([2, 1, undefined])
})

test('lists an inactive doctor who has a study after the others, for unassigning only', () => {
  const studies = [makeRow(1, 'assigned_to_doctor', [1, 2]), makeRow(2)]
  const active = { _id: doctorId(1), fullName: 'Dr 1', firstName: 'Dr', lastName: '1', email: 'one@readroom.example' }
  const choices = choicesOf([{ ...active, specialization: null, isLoggedIn: true, openStudies: 0 }], studies)
  expect(choices.map(({ _id, isActive }) => [_id, isActive])).toEqual([
    [doctorId(1), true],
    [doctorId(2), false],
  ])
  const diff = assignmentDiff(studies, chosen(2), (id) => id !== doctorId(2))
  expect(diff).toMatchObject({ toAssign: [], unassignCount: 1 })
})

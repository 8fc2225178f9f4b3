import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { columnTable, readColumnChoice, requiredMessage, useColumnChoice } from './column-choice.ts'
import { worklistColumns } from './columns.tsx'

beforeEach(() => localStorage.clear())

test.each([
  ['admin', ['uploadDate', 'reportedBy', 'accession', 'seenBy']],
  ['doctor_account', ['uploadDate', 'reportedBy', 'accession', 'seenBy', 'assignedTo']],
  ['lab_staff', ['dueDate', 'uploadDate', 'reportedBy', 'accession', 'seenBy', 'assignedTo']],
] as const)('the columns hidden by default depend on the role: %s', (role, hidden) => {
  expect(Object.entries(readColumnChoice(null, role)).flatMap(([id, shown]) => (shown ? [] : [id]))).toEqual(hidden)
})

test('share comes between clinical history and discussion', () => {
  const ids = Object.keys(columnTable)
  expect(ids.slice(ids.indexOf('clinicalHistory')).slice(0, 3)).toEqual(['clinicalHistory', 'share', 'discussion'])
  expect(worklistColumns.map(({ id }) => id)).toEqual(ids)
  expect(readColumnChoice(null, 'admin').share).toBe(true)
})

test('a stored choice cannot hide a required column', () => {
  const choice = readColumnChoice(JSON.stringify({ patientId: false, patientName: false, status: false, series: false }), 'admin')
  expect(choice).toMatchObject({ patientId: true, patientName: true, status: true, series: false })
})

test.each(['not json', '[]', '{"series":"no"}', 'null'])('an unreadable choice (%s) means the defaults', (stored) => {
  expect(readColumnChoice(stored, 'admin')).toEqual(readColumnChoice(null, 'admin'))
})

test('keeps a choice until it is reset', () => {
  const { result } = renderHook(() => useColumnChoice('admin'))
  act(() => result.current.setColumn('accession', true))
  expect(readColumnChoice(localStorage.getItem('worklistColumns'), 'admin').accession).toBe(true)
  act(() => result.current.resetChoice())
  expect(localStorage.getItem('worklistColumns')).toBeNull()
  expect(result.current.choice.accession).toBe(false)
})

test('the message names the column', () => {
  expect(requiredMessage(columnTable.patientId)).toBe('Patient ID is required and cannot be hidden.')
})

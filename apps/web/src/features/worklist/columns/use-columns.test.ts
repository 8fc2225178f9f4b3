import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useColumns } from './use-columns.ts'

beforeEach(() => localStorage.clear())

const always = { role: 'admin', assigns: true, sort: '-uploadDate', width: 1920, named: [], onName: () => undefined } as const
type Options = Parameters<typeof useColumns>[0]
const open = (options: Partial<Options> = {}) =>
  renderHook((props: Options) => useColumns(props), { initialProps: { ...always, ...options } })
const shows = (columns: ReturnType<typeof useColumns>, id: string) => columns.shown.visibility[id]

test('shows the column that the list is sorted by, and saves it with the list', () => {
  const { result, rerender } = open()
  expect(shows(result.current, 'uploadDate')).toBe(true)
  expect(result.current.names).toContain('uploadDate')
  rerender({ ...always, sort: 'patientName' })
  expect(shows(result.current, 'uploadDate')).toBe(false)
  rerender({ ...always, sort: 'accession' })
  expect(shows(result.current, 'accession')).toBe(true)
})

test('the order adds no column that the user has hidden, that a saved list leaves out, or that has no room', () => {
  const { result, rerender } = open()
  act(() => result.current.setColumn('uploadDate', false))
  expect(shows(result.current, 'uploadDate')).toBe(false)
  act(() => result.current.reset())
  expect(shows(result.current, 'uploadDate')).toBe(true)
  rerender({ ...always, named: ['patientId', 'patientName', 'status'] })
  expect(shows(result.current, 'uploadDate')).toBe(false)
  rerender({ ...always, width: 1351 })
  expect(shows(result.current, 'uploadDate')).toBe(false)
  expect([shows(result.current, 'dueDate'), shows(result.current, 'assignedTo')]).toEqual([true, true])
})

test('a choice of one column leaves the defaults of the others to the role', () => {
  const { result } = open()
  act(() => result.current.setColumn('accession', true))
  expect(JSON.parse(localStorage.getItem('worklistColumns') ?? '')).toEqual({ accession: true })
})

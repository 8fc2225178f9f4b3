import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { columnIds } from './column-choice.ts'
import { moveColumn, readColumnLayout } from './column-layout.ts'
import { useColumns } from './use-columns.ts'

beforeEach(() => localStorage.clear())

const stored = (layout: object) => JSON.stringify(layout)

test.each([null, 'not json', '[]', 'null', '{"order":1,"widths":[]}', '{"order":["gone"],"widths":{"gone":100,"series":5}}'])(
  'an empty or unreadable layout (%s) means the default layout',
  (text) => expect(readColumnLayout(text)).toEqual({ order: columnIds, widths: {} }),
)

test('a stored order is kept, with checkbox and status first and a new column at its defined position', () => {
  const order = ['location', 'checkbox', ...columnIds.filter((id) => !['location', 'checkbox', 'modality'].includes(id))]
  const read = readColumnLayout(stored({ order })).order
  expect(read.slice(0, 3)).toEqual(['checkbox', 'status', 'location'])
  expect(read[read.indexOf('modality') - 1]).toBe('series')
  expect([...read].sort()).toEqual([...columnIds].sort())
})

test('a moved column takes the position of its target, from either side', () => {
  const order = ['checkbox', 'status', 'share', 'discussion', 'series']
  expect(moveColumn(order, 'share', 'series')).toEqual(['checkbox', 'status', 'discussion', 'series', 'share'])
  expect(moveColumn(order, 'series', 'share')).toEqual(['checkbox', 'status', 'series', 'share', 'discussion'])
  expect(moveColumn(order, 'series', 'status')).toEqual(order)
  expect(moveColumn(order, 'checkbox', 'series')).toEqual(order)
})

const own = { assigns: true, role: 'admin', sort: 'patientName', width: 1920, named: [], onName: () => {} } as const

test('keeps order and widths in this browser until they are reset', () => {
  const { result } = renderHook(() => useColumns(own))
  act(() => result.current.move('location', 'patientId'))
  act(() => result.current.resize('location', 222.4))
  act(() => result.current.resize('description', 5))
  act(() => result.current.setColumn('accession', true))
  const again = renderHook(() => useColumns(own)).result.current.shown
  expect(again).toEqual(result.current.shown)
  expect(again.order.indexOf('location')).toBe(again.order.indexOf('patientId') - 1)
  expect(again.widths).toEqual({ location: 222, description: 40 })
  act(() => result.current.resize('description', null))
  expect(result.current.shown.widths).toEqual({ location: 222 })
  act(() => result.current.reset())
  expect(result.current.shown).toMatchObject({ order: columnIds, widths: {}, visibility: { accession: false } })
  expect(localStorage.length).toBe(0)
})

test("columns named in the address are shown in its order, and changing them doesn't change this browser's", () => {
  const named = ['modality', 'description']
  const asked: string[][] = []
  const { result } = renderHook(() => useColumns({ ...own, named, onName: (shown) => asked.push(shown) }))
  const first = result.current.names
  expect(first.indexOf('modality')).toBeLessThan(first.indexOf('description'))
  expect(result.current.shown.visibility).toMatchObject({ description: true, patientName: true, location: false })
  act(() => result.current.move('description', 'modality'))
  act(() => result.current.setColumn('modality', false))
  expect(asked[0]?.indexOf('description')).toBeLessThan(asked[0]?.indexOf('modality') ?? -1)
  expect(asked[1]).not.toContain('modality')
  expect(localStorage.length).toBe(0)
})

test("roles that don't assign have no assignment columns", () => {
  const { result } = renderHook(() => useColumns({ ...own, assigns: false }))
  expect(result.current.available).not.toContain('assignDoctor')
  expect(result.current.available).not.toContain('assignedTo')
  expect(result.current.shown.visibility).toMatchObject({ assignDoctor: false, assignedTo: false })
})

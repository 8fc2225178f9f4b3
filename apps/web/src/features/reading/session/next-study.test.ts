import { expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { openAfter, placeIn } from './next-study.ts'

const rows = [
  makeRow(1, 'assigned_to_doctor'),
  makeRow(2, 'report_finalized'),
  makeRow(3, 'doctor_opened_report'),
  makeRow(4, 'archived'),
  makeRow(5, 'report_drafted'),
]
const idOf = (number: number) => makeRow(number)._id

test('the next studies are the unfinished ones below, then those above', () => {
  expect(openAfter(rows, idOf(3))).toEqual([idOf(5), idOf(1)])
})

test('an emergency in the list comes first, wherever it is', () => {
  const urgent = { ...makeRow(1, 'assigned_to_doctor'), caseType: 'emergency' as const }
  expect(openAfter([makeRow(0, 'assigned_to_doctor'), urgent, ...rows.slice(1)], idOf(3))).toEqual([idOf(1), idOf(5), idOf(0)])
})

test('a study that has left the list is followed by the first one', () => {
  expect(openAfter(rows, idOf(9))).toEqual([idOf(1), idOf(3), idOf(5)])
})

test('skips studies that were put aside or skipped', () => {
  expect(openAfter(rows, idOf(3), [idOf(5)])).toEqual([idOf(1)])
})

test('leaves out studies that wait for their laboratory', () => {
  const dueAt = '2199-01-02T00:00:00Z'
  const pause = { reason: 'priorImages', since: '2026-11-25T12:00:00Z', until: '2199-01-01T00:00:00Z' } as const
  const paused = { ...makeRow(5, 'report_drafted'), dueAt, pause }
  const over = { ...makeRow(1, 'assigned_to_doctor'), dueAt, pause: { ...pause, until: '2026-11-25T13:00:00Z' } }
  expect(openAfter([over, ...rows.slice(1, 4), paused], idOf(3))).toEqual([idOf(1)])
})

test('counts the position among open studies only', () => {
  expect(placeIn(rows, idOf(3))).toEqual({ place: 2, of: 3 })
  expect(placeIn(rows, idOf(2))).toBeNull()
})

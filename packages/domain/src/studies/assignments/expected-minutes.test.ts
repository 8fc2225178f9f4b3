import type { ReadingTime } from '@readroom/db/turnaround/reading-times'
import { expect, test } from 'vitest'
import { leadingModality, makeReadingTimes, startTimes } from './expected-minutes.ts'

const time = (fields: Partial<ReadingTime>): ReadingTime => ({
  modality: 'CT',
  bodyRegions: null,
  doctorId: null,
  learntMinutes: null,
  readings: 20,
  setMinutes: null,
  ...fields,
})

const head = { modalities: ['CT'], bodyParts: 'HEAD', description: null }
const chest = { modalities: ['CT'], bodyParts: 'CHEST', description: null }
const trunk = { modalities: ['CT'], bodyParts: '', description: 'CT chest, abdomen and pelvis' }

test.each([
  [['CT', 'PT'], 'PT', 8],
  [['CR', 'SR', 'PR'], 'CR', 1],
  [['OT', 'DX'], 'DX', 1],
  [['XA'], 'XA', 3],
  [['ECG'], 'ECG', 3],
  [[], '', 3],
])('a study of %j takes as long as its %s', (modalities, leading, minutes) => {
  expect(leadingModality(modalities)).toBe(leading)
  expect(startTimes.minutesOf({ ...head, modalities })).toBe(minutes)
})

test('what was learnt of the same regions counts before what was learnt of the modality', () => {
  const times = makeReadingTimes([
    time({ learntMinutes: 7 }),
    time({ bodyRegions: ['head'], learntMinutes: 4 }),
    time({ bodyRegions: ['chest', 'abdomen', 'pelvis'], learntMinutes: 14 }),
  ])
  expect([head, chest, trunk].map((study) => times.minutesOf(study))).toEqual([4, 7, 14])
  expect(times.minutesOf({ ...head, modalities: ['MR'] })).toBe(8)
})

test('a doctor has their own figures where they read enough, and everybody has what was set', () => {
  const times = makeReadingTimes([
    time({ learntMinutes: 7 }),
    time({ doctorId: 'slow', learntMinutes: 12 }),
    time({ bodyRegions: ['head'], learntMinutes: 4, setMinutes: 5 }),
    time({ bodyRegions: ['head'], doctorId: 'slow', learntMinutes: 9 }),
  ])
  expect(times.ownMinutesOf(chest)).toEqual({ slow: 12 })
  expect(times.minutesOf(chest, 'slow')).toBe(12)
  expect(times.minutesOf(chest, 'another')).toBe(7)
  expect(times.minutesOf(head, 'slow')).toBe(5)
  expect(times.ownMinutesOf(head)).toEqual({})
})

import { priorities } from '@readroom/contracts/core/primitives'
import { bandOf, minutesBetween, targetMinutes, turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import { expect, test } from 'vitest'
import { countFiles, studyUidOf } from '../dicom/make-study.ts'
import { demoStudies } from './demo-studies.ts'

const madeAt = new Date('2026-03-01T00:20:00Z')
const studies = demoStudies(madeAt, 'Asia/Tokyo')

test('the demo is what it promises', () => {
  expect(new Set(studies.map(({ recipe }) => studyUidOf(recipe))).size).toBe(studies.length)
  expect(new Set(studies.map(({ state }) => state)).size).toBe(15)
  const waiting = studies.filter(({ state }) => state === 'pending')
  expect(waiting.filter(({ priority }) => priority === 'EMERGENCY')).toHaveLength(1)
  expect(studies.every(({ state, doctor }) => (state === 'pending') === (doctor === null))).toBe(true)
  const ofMarlowe = studies.filter(({ recipe }) => recipe.patient.id === 'CL-1001')
  expect(ofMarlowe).toHaveLength(3)
  expect(studies.reduce((sum, { recipe }) => sum + countFiles(recipe), 0)).toBeLessThan(500)
})

test('turnaround times are in every band and of every urgency, in time and late', () => {
  const reported = studies.flatMap(({ state, priority, events }) => {
    const at = (name: string) => events.find(({ event }) => event === name)?.at ?? null
    const minutes = minutesBetween(at('received'), at('finalized'))
    return ['delivered', 'archived'].includes(state) && minutes !== null ? [{ priority, minutes }] : []
  })
  expect(new Set(reported.map(({ minutes }) => bandOf(minutes)?.id))).toEqual(new Set(turnaroundBands.map(({ id }) => id)))
  expect(new Set(reported.map(({ priority }) => priority))).toEqual(new Set(priorities))
  const late = reported.filter(({ priority, minutes }) => minutes > targetMinutes[priority])
  expect(late.length).toBeGreaterThan(4)
  expect(reported.length - late.length).toBeGreaterThan(late.length)
})

test('steps follow each other, and none lies in the future', () => {
  for (const { events } of studies) {
    const times = events.map(({ at }) => at.getTime())
    expect(Math.max(...times)).toBeLessThanOrEqual(madeAt.getTime())
    const steps = ['received', 'settled', 'assigned', 'opened', 'drafted', 'finalized', 'downloaded_by_lab', 'archived']
    const ordered = steps.flatMap((name) => events.find(({ event }) => event === name)?.at.getTime() ?? [])
    expect(ordered).toEqual(ordered.toSorted((a, b) => a - b))
  }
})

test('dates are the clinic’s, and none lies in the future', () => {
  expect(studies[0]?.recipe).toMatchObject({ date: '2026-03-01', time: '08:38' })
  expect(studies.every(({ recipe }) => `${recipe.date} ${recipe.time}` <= '2026-03-01 09:20')).toBe(true)
  expect(demoStudies(madeAt, 'Asia/Tokyo')).toEqual(studies)
})

import { expect, it } from 'vitest'
import { makeReadingQueue, type QueuedStudy } from './reading-queue.ts'

const minute = 60_000
const study = (studyId: string, facts: Partial<QueuedStudy> = {}): QueuedStudy => ({
  studyId,
  dueAt: null,
  minutes: 8,
  isStat: false,
  patientId: null,
  ...facts,
})

/** A reader whose shifts are given in minutes. Returns the queue, and the minute at which each study was read. */
function reader(...shifts: [from: number, to: number][]) {
  const readAt: Record<string, number> = {}
  const spans = shifts.map(([from, to]) => ({ from: from * minute, to: to * minute }))
  const queue = makeReadingQueue(spans, (studyId, at) => {
    readAt[studyId] = at / minute
  })
  return { queue, readAt, add: (one: QueuedStudy, at: number) => queue.add(one, at * minute) }
}

it('reads the earliest deadline first, and finishes a study that it has begun', () => {
  const { queue, readAt, add } = reader([0, 600])
  add(study('begun'), 10)
  add(study('later', { dueAt: 900 * minute }), 11)
  add(study('sooner', { dueAt: 800 * minute }), 12)
  queue.readUntil(600 * minute)
  expect(readAt).toEqual({ begun: 18, sooner: 26, later: 34 })
})

it('reads in shifts only, and goes on in the next one', () => {
  const { queue, readAt, add } = reader([0, 20], [100, 200])
  add(study('evening'), 15)
  add(study('night', { minutes: 6 }), 50)
  queue.readUntil(101 * minute)
  expect(readAt).toEqual({})
  queue.readUntil(300 * minute)
  expect(readAt).toEqual({ evening: 103, night: 109 })
})

it('waits for a study in the midst of a shift', () => {
  const { queue, readAt, add } = reader([0, 600])
  add(study('first'), 5)
  add(study('second'), 100)
  queue.readUntil(600 * minute)
  expect(readAt).toEqual({ first: 13, second: 108 })
})

it('knows its open work until a study is read', () => {
  const { queue, add } = reader([0, 600])
  add(study('one', { isStat: true, patientId: 'mary' }), 0)
  add(study('two', { patientId: 'mary', minutes: 6 }), 0)
  const state = () => [queue.openMinutes(), queue.openStat(), queue.hasPatient('mary')]
  expect(state()).toEqual([14, 1, true])
  queue.readUntil(8 * minute)
  expect(state()).toEqual([6, 0, true])
  queue.readUntil(14 * minute)
  expect(state()).toEqual([0, 0, false])
})

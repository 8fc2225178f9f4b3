import { expect, it } from 'vitest'
import type { OpenStudy } from '../../studies/assignments/expected-reading.ts'
import { anOpenStudy } from '../../studies/assignments/ranking.fixture.ts'
import { makeReadingQueue } from './reading-queue.ts'

const minute = 60_000
const study = (studyId: string, facts: Partial<OpenStudy> = {}): OpenStudy => anOpenStudy({ studyId, minutes: 8, ...facts })

/** A reader whose shifts are given in minutes. Returns the queue, and the minute at which each study was read. */
function reader(...shifts: [from: number, to: number][]) {
  const readAt: Record<string, number> = {}
  const spans = shifts.map(([from, to]) => ({ from: from * minute, to: to * minute }))
  const queue = makeReadingQueue(spans, (studyId, at) => {
    readAt[studyId] = at / minute
  })
  return { queue, readAt, add: (one: OpenStudy, at: number) => queue.add(one, at * minute) }
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
  add(study('begun'), 0)
  queue.readUntil(minute)
  add(study('routine', { dueAt: 60 * minute, minutes: 6 }), 1)
  add(study('emergency', { urgency: 'EMERGENCY' }), 1)
  const open = () => queue.open().map(({ studyId }) => studyId)
  expect(open()).toEqual(['begun', 'emergency', 'routine'])
  queue.readUntil(16 * minute)
  expect(open()).toEqual(['routine'])
  queue.readUntil(22 * minute)
  expect(open()).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectArrivals, weightedMedian } from './arrivals.ts'
import { forecast } from './forecast.ts'
import type { ArrivedWork, ForecastInput, ForecastReader, OpenWork } from './forecast-input.ts'
import { type Desk, type Job, readAhead } from './reading-ahead.ts'

const minute = 60_000
const hour = 60 * minute
/** A Wednesday at noon. */
const noon = Date.parse('2026-11-25T12:00:00Z')
const at = (hours: number) => noon + hours * hour
const time = (hours: number) => new Date(at(hours)).toISOString()
const hours = Array.from({ length: 24 }, (_, index) => ({ from: at(index), to: at(index + 1) }))

const reader = (doctorId: string, on: [from: number, to: number][], facts: Partial<ForecastReader> = {}): ForecastReader => ({
  doctorId,
  readsLabIds: null,
  readsModalities: null,
  readsBodyRegions: null,
  on: on.map(([from, to]) => ({ from: at(from), to: at(to) })),
  ...facts,
})
const mr = { labId: 'harbor', labName: 'Harbor', modalities: ['MR'], bodyParts: '', description: null, minutes: 8 }
const open = (dueAt: number, facts: Partial<OpenWork> = {}): OpenWork => ({
  ...mr,
  urgency: 'NORMAL',
  dueAt: at(dueAt),
  heldBy: [],
  ...facts,
})
/** One study in each of the last eight weeks. */
const everyWeek = (arrivalHour: number, facts: Partial<ArrivedWork> = {}): ArrivedWork[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((week) => ({ ...mr, week, hour: arrivalHour, count: 1, dueMinutes: 120, ...facts }))
const run = (facts: Partial<ForecastInput>) => forecast({ open: [], arrived: [], readers: [], hours, weeks: 8, ...facts })

describe('the gaps of a forecast', () => {
  const day = reader('day', [
    [0, 6],
    [19, 40],
  ])

  it('say hours before from when to when nobody reads the studies, and how many are open, expected and due in it', () => {
    const { gaps } = run({ readers: [day], open: [open(5)], arrived: [...everyWeek(7), ...everyWeek(18), ...everyWeek(20)] })
    expect(gaps).toEqual([
      { labId: 'harbor', work: null, hasReaders: true, from: time(6), to: time(19), open: 0, expected: 2, due: 1 },
    ])
  })

  it('name the modalities and regions that nobody reads, and those of the same time together', () => {
    const [ct, us] = [{ modalities: ['CT'] }, { modalities: ['US'] }]
    const night = reader('night', [[0, 72]], { readsModalities: ['US', 'CR'], readsBodyRegions: ['chest'] })
    const [chest, head] = [{ bodyParts: 'CHEST' }, { bodyParts: 'HEAD' }]
    const studies = [open(7), open(7, ct), open(7, { ...us, ...chest }), open(7, { ...us, ...head })]
    const { gaps } = run({ readers: [reader('day', [[0.1, 0.2]]), night], open: studies })
    expect(gaps.at(-1)).toMatchObject({
      work: [
        { modalities: ['CT'], bodyRegions: null },
        { modalities: ['MR'], bodyRegions: null },
        { modalities: ['US'], bodyRegions: ['head'] },
      ],
      from: time(0.2),
      to: null,
      hasReaders: true,
      open: 3,
    })
  })

  it('tell a time without a reader from studies that no doctor ever reads', () => {
    const { gaps } = run({ readers: [reader('us', [[0, 72]], { readsModalities: ['US'] })], open: [open(7)] })
    expect(gaps).toMatchObject([{ hasReaders: false, from: time(0), to: null, open: 1, due: 1 }])
  })

  it('leave out gaps in which nothing waits, and short ones in which nothing is due', () => {
    const handover = reader('both', [
      [0, 6],
      [6.5, 72],
    ])
    expect(run({ readers: [day], open: [open(5)] }).gaps).toEqual([])
    expect(run({ readers: [handover], arrived: everyWeek(6, { count: 9 }) }).gaps).toEqual([])
    expect(run({ readers: [handover], arrived: everyWeek(6, { dueMinutes: 10 }) }).gaps).toMatchObject([{ due: 1 }])
  })
})

describe('the lateness of a forecast', () => {
  it('is told for each laboratory with the first time, and counted in the hour of the deadline', () => {
    const { labs } = run({
      readers: [reader('one', [[3, 4]])],
      open: [open(-1), open(2.5), open(3.6), open(30), open(1, { labId: 'zoo', labName: 'Zoo' })],
    })
    expect(labs).toMatchObject([
      { labId: 'zoo', name: 'Zoo', late: 0, lateFrom: time(1) },
      { labId: 'harbor', late: 1, lateFrom: time(2.5) },
    ])
    const harbor = labs.find(({ labId }) => labId === 'harbor')
    expect(harbor?.hours.map(({ late }) => late).slice(0, 5)).toEqual([0, 0, 1, 0, 0])
    expect(harbor?.hours.map(({ open }) => open).slice(0, 5)).toEqual([4, 4, 4, 0, 0])
  })

  it('leaves a study to the doctors who have it, although others are on', () => {
    const readers = [reader('away', [[20, 24]]), reader('here', [[0, 24]])]
    const lateOf = (heldBy: string[]) => run({ readers, open: [open(5, { heldBy })] }).labs[0]?.lateFrom ?? null
    expect([lateOf([]), lateOf(['here']), lateOf(['away'])]).toEqual([null, null, time(5)])
  })

  it('reads emergencies first, then by deadline, each with the doctor who has the most time left', () => {
    const studies = [open(1.1, { minutes: 60 }), open(1, { minutes: 60 }), open(9, { minutes: 60, urgency: 'EMERGENCY' })]
    const late = (readers: ForecastReader[]) =>
      run({ readers, open: studies }).labs[0]?.hours.reduce((sum, one) => sum + one.late, 0)
    expect(late([reader('one', [[0, 24]])])).toBe(2)
    expect(late([reader('one', [[0, 24]]), reader('two', [[0, 24]])])).toBe(1)
    expect(
      late([reader('one', [[0, 24]]), reader('two', [[0, 24]]), reader('short', [[0, 0.5]]), reader('three', [[0, 24]])]),
    ).toBe(0)
  })
})

describe('reading ahead', () => {
  const doctors = ['a', 'b', 'c']
  const anyJob = fc.record({
    urgency: fc.constantFrom('NORMAL' as const, 'STAT' as const, 'EMERGENCY' as const),
    dueAt: fc.option(fc.integer({ min: -5, max: 40 }).map(at)),
    minutes: fc.integer({ min: 1, max: 90 }),
    readyAt: fc.constantFrom(...hours).map(({ from }) => from),
    readerIds: fc.subarray(doctors),
  })
  const anyDesks = fc.tuple(
    ...doctors.map((doctorId) =>
      fc
        .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 20 }))
        .map(([from, length]): Desk => ({ doctorId, on: [{ from: at(from / 2), to: at((from + length) / 2) }] })),
    ),
  )

  it('has each study read by a doctor who reads it and is on, after it is ready, and nobody reads longer than they are on', () => {
    fc.assert(
      fc.property(fc.array(anyJob, { maxLength: 40 }), anyDesks, (jobs, desks) => {
        const read = readAhead<Job>(jobs, desks, hours)
        for (const [job, { at: done, by }] of read) {
          expect(job.readerIds).toContain(by)
          expect(done).toBeGreaterThan(job.readyAt)
          const [span] = desks.find(({ doctorId }) => doctorId === by)?.on ?? []
          expect(span && span.from < done && done <= span.to).toBe(true)
        }
        const minutesOn = desks.reduce((sum, { on }) => sum + on.reduce((all, { from, to }) => all + to - from, 0), 0) / minute
        expect([...read.keys()].reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(minutesOn)
      }),
    )
  })

  it('leaves nothing unread while a doctor who reads it has time', () => {
    // Nobody can help with a study that another doctor has begun, so none is longer than the shortest time on.
    const everybody = anyJob.map((job) => ({ ...job, readerIds: doctors, minutes: 30 }))
    fc.assert(
      fc.property(fc.array(everybody, { maxLength: 40 }), anyDesks, (jobs, desks) => {
        const read = readAhead<Job>(jobs, desks, hours)
        if (read.size === jobs.length) return
        const left = jobs.filter((job) => !read.has(job))
        const lastReady = Math.min(...left.map(({ readyAt }) => readyAt))
        const spans = desks.flatMap(({ on }) => on).map(({ from, to }) => Math.min(to, at(24)) - Math.max(from, lastReady))
        const free = spans.reduce((sum, ms) => sum + Math.max(0, ms), 0)
        const work = jobs.reduce((sum, { minutes }) => sum + minutes * minute, 0)
        expect(work).toBeGreaterThan(free)
      }),
    )
  })

  it('has the same result in every order of the doctors', () => {
    fc.assert(
      fc.property(fc.array(anyJob, { maxLength: 20 }), anyDesks, (jobs, desks) => {
        expect(readAhead<Job>(jobs, desks.toReversed(), hours)).toEqual(readAhead<Job>(jobs, desks, hours))
      }),
    )
  })
})

describe('expected arrivals', () => {
  it('are the median of the weeks by the end of each hour, also of studies that come every few hours', () => {
    const past = [1, 2, 3, 4, 5].map((week) => ({ week, hour: week % 3, count: 1 }))
    expect(expectArrivals(past, 8, 4)).toEqual([0, 0, 1, 0])
    expect(expectArrivals([], 8, 2)).toEqual([0, 0])
  })

  it('are never negative, and no more than half of the weeks had more', () => {
    const anyPast = fc.array(
      fc.record({
        week: fc.integer({ min: 1, max: 8 }),
        hour: fc.integer({ min: 0, max: 5 }),
        count: fc.integer({ min: 1, max: 9 }),
      }),
    )
    fc.assert(
      fc.property(anyPast, (past) => {
        const expected = expectArrivals(past, 8, 6)
        for (const count of expected) expect(count).toBeGreaterThanOrEqual(0)
        const all = expected.reduce((sum, count) => sum + count, 0)
        const sums = [1, 2, 3, 4, 5, 6, 7, 8].map((one) =>
          past.reduce((sum, { week, count }) => sum + (week === one ? count : 0), 0),
        )
        expect(sums.filter((sum) => sum > all).length).toBeLessThanOrEqual(4)
      }),
    )
  })

  it('know the median of counted values', () => {
    expect(weightedMedian([])).toBeNull()
    expect(
      weightedMedian([
        { value: 9, count: 1 },
        { value: 3, count: 2 },
      ]),
    ).toBe(3)
  })
})

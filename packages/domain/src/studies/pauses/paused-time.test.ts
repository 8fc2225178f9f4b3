import { pauseDays } from '@readroom/contracts/studies/pause-reasons'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { StudyEventRow } from '@readroom/db/studies/study-events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replayTarget } from '../deadline-rules/deadline-changes.ts'
import { deadlineFrom, type Rule, roundTheClock } from '../deadline-rules/deadline-choice.ts'
import { makeWorkingClock } from '../deadline-rules/working-time.ts'
import { pausesOf } from './paused-time.ts'

const minute = 60_000
const longest = pauseDays * 1440

const open = (from: string, to: string) => [{ from, to }]
const office = (timeZone: string, holidays: string[] = []) =>
  makeWorkingClock({
    timeZone,
    hours: [...Array.from({ length: 5 }, () => open('08:00', '18:00')), open('09:00', '13:00'), []],
    holidays,
  })
const night = (timeZone: string) =>
  makeWorkingClock({ timeZone, hours: Array.from({ length: 7 }, () => open('00:30', '04:30')), holidays: [] })

/** Clocks, and a day shortly before one of their changes. */
const clocks = [
  [office('Europe/Berlin', ['2026-03-30']), '2026-03-26'],
  [office('Europe/Berlin'), '2026-10-22'],
  [night('Europe/Berlin'), '2026-03-26'],
  [night('Europe/Berlin'), '2026-10-22'],
  [office('America/New_York'), '2026-03-05'],
  [night('America/New_York'), '2026-10-29'],
  [office('Asia/Kolkata'), '2028-02-26'],
  [null, '2026-03-26'],
  [null, '2026-10-22'],
] as const

/** A pause: minutes before it, its length if nobody renews it, and the minutes after which somebody does. */
const pause = fc.record({
  gap: fc.integer({ min: 1, max: 3000 }),
  length: fc.integer({ min: 1, max: longest + 2000 }),
  renewal: fc.option(fc.integer({ min: 1, max: longest - 1 })),
})
type Asked = { gap: number; length: number; renewal: number | null }

const happened = (event: StudyEvent, at: number, details: object = {}): StudyEventRow => ({
  id: '01890000-0000-7000-8000-000000000001',
  studyId: '01890000-0000-7000-8000-000000000002',
  event,
  fromStatus: 'pending_assignment',
  toStatus: 'pending_assignment',
  actorUserId: null,
  reason: null,
  details,
  at: new Date(at),
})

/** Returns the events of pauses one after the other, and the times of their beginnings and ends. */
function historyOf(start: number, asked: readonly Asked[]) {
  const events = [happened('settled', start)]
  const spans: { from: Date; to: Date }[] = []
  let now = start
  for (const { gap, length, renewal } of asked) {
    const from = now + gap * minute
    events.push(happened('paused', from, { pauseReason: 'priorImages', pausedUntil: new Date(from + longest * minute) }))
    const isRenewed = renewal !== null && renewal < length
    if (isRenewed) {
      const pausedUntil = new Date(from + (renewal + longest) * minute)
      events.push(happened('pause_renewed', from + renewal * minute, { pausedUntil }))
    }
    now = from + length * minute
    const to = Math.min(now, from + ((isRenewed ? renewal : 0) + longest) * minute)
    spans.push({ from: new Date(from), to: new Date(to) })
    // Nobody says anything at the end of a pause that has ended by itself.
    if (to === now) events.push(happened('resumed', now))
  }
  return { events, spans }
}

const history = fc.constantFrom(...clocks).chain(([clock, day]) =>
  fc.record({
    clock: fc.constant(clock),
    start: fc.integer({ min: 0, max: 4 * 1440 }).map((minutes) => Date.parse(day) + minutes * minute),
    asked: fc.array(pause, { maxLength: 4 }),
    minutes: fc.option(fc.integer({ min: 1, max: 5000 })),
    warningPercent: fc.integer({ min: 1, max: 99 }),
  }),
)

const study = { labId: null, modalities: [], priority: 'NORMAL', caseType: 'routine', dueAt: null, warnAt: null } as const

describe('a paused deadline', () => {
  it('is the deadline without pauses and the paused working time later', () => {
    fc.assert(
      fc.property(history, ({ clock, start, asked, minutes, warningPercent }) => {
        const isCutOff = minutes === null && clock !== null
        const timing = isCutOff
          ? { minutes: null, readyBefore: '16:00', dueBy: '17:30' }
          : { minutes: minutes ?? 60, readyBefore: null, dueBy: null }
        const calendarId = clock && '01890000-0000-7000-8000-000000000004'
        const fields = { ...timing, calendarId, warningPercent, clock, labId: null, urgency: null, modality: null }
        const rule: Rule = { id: '01890000-0000-7000-8000-000000000003', ...fields }
        const { events, spans } = historyOf(start, asked)

        const { between } = clock ?? roundTheClock
        const first = deadlineFrom(rule, new Date(start))
        const found = replayTarget({ ...study, modalities: [], receivedAt: new Date(start) }, events, [rule])
        if (!found) throw new Error('a study that is ready has a deadline')
        for (const [before, after] of [
          [first.dueAt, found.dueAt],
          [first.warnAt, found.warnAt],
        ] as const) {
          // Pauses that began after it do not move it.
          const counted = spans.filter(({ from }) => from <= after)
          const paused = counted.reduce((sum, { from, to }) => sum + between(from, to), 0)
          expect(between(before, after)).toBe(paused)
          if (paused === 0) expect(after).toEqual(before)
        }
        expect(found.warnAt.getTime()).toBeLessThanOrEqual(found.dueAt.getTime())
        expect(pausesOf(events)).toMatchObject(spans)
      }),
      { numRuns: 200 },
    )
  })
})

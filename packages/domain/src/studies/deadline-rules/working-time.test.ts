import type { DayHours } from '@readroom/contracts/studies/office-calendars'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorkingClock, type WorkingCalendar } from './working-time.ts'

const minute = 60_000

const everyDay = (...open: DayHours): DayHours[] => Array.from({ length: 7 }, () => open)
/** Monday to Friday 8 to 18, Saturday 9 to 13. */
const office = (timeZone: string, holidays: string[] = []): WorkingCalendar => ({
  timeZone,
  hours: [...everyDay({ from: '08:00', to: '18:00' }).slice(2), [{ from: '09:00', to: '13:00' }], []],
  holidays,
})

const dueAfter = (calendar: WorkingCalendar, start: string, minutes: number) =>
  makeWorkingClock(calendar)
    .add(new Date(start), minutes * minute)
    .toISOString()

describe('working time', () => {
  it.each([
    ['waits for the opening hour', 'Europe/Berlin', '2026-11-25T03:00:00Z', 60, '2026-11-25T08:00:00Z'],
    ['goes on the next day', 'Europe/Berlin', '2026-11-25T16:00:00Z', 120, '2026-11-26T08:00:00Z'],
    ['ends at the closing time if it is used up then', 'Europe/Berlin', '2026-11-25T16:00:00Z', 60, '2026-11-25T17:00:00Z'],
    ['goes from Friday evening to Saturday', 'Europe/Berlin', '2026-11-27T16:30:00Z', 240, '2026-11-28T11:30:00Z'],
    ['skips Sunday', 'Europe/Berlin', '2026-11-28T11:00:00Z', 120, '2026-11-30T08:00:00Z'],
    ['passes the beginning of summer time', 'Europe/Berlin', '2026-03-28T11:00:00Z', 120, '2026-03-30T07:00:00Z'],
    ['passes the end of summer time', 'Europe/Berlin', '2026-10-24T10:00:00Z', 120, '2026-10-26T08:00:00Z'],
    ['passes the beginning of summer time', 'America/New_York', '2026-03-07T17:00:00Z', 120, '2026-03-09T13:00:00Z'],
    ['passes the end of summer time', 'America/New_York', '2026-10-31T16:00:00Z', 120, '2026-11-02T14:00:00Z'],
    ['follows a zone of half an hour', 'Asia/Kolkata', '2026-11-25T11:30:00Z', 120, '2026-11-26T03:30:00Z'],
    ['has 29 February', 'Europe/Berlin', '2028-02-28T16:00:00Z', 120, '2028-02-29T08:00:00Z'],
    ['passes the turn of the year', 'Europe/Berlin', '2026-12-31T16:30:00Z', 60, '2027-01-01T07:30:00Z'],
  ])('%s (%s, %s)', (_name, zone, start, minutes, due) => {
    expect(dueAfter(office(zone), start, minutes)).toBe(new Date(due).toISOString())
  })

  it('skips holidays before and after a weekend', () => {
    const easter = office('Europe/Berlin', ['2026-04-03', '2026-04-04', '2026-04-06'])
    expect(dueAfter(easter, '2026-04-02T15:30:00Z', 60)).toBe('2026-04-07T06:30:00.000Z')
    expect(dueAfter(easter, '2026-04-03T10:00:00Z', 0)).toBe('2026-04-07T06:00:00.000Z')
  })

  it('has 23 and 25 hours on the days of the clock changes', () => {
    const clock = makeWorkingClock({ timeZone: 'Europe/Berlin', hours: everyDay({ from: '00:00', to: '24:00' }), holidays: [] })
    const hours = (from: string, to: string) => clock.between(new Date(from), new Date(to)) / (60 * minute)
    expect(hours('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23)
    expect(hours('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25)
    expect(hours('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z')).toBe(30 * 24)
  })

  it('has both hours that come twice, and none of those that are skipped', () => {
    const night = { timeZone: 'Europe/Berlin', hours: everyDay({ from: '01:30', to: '03:30' }), holidays: [] }
    const clock = makeWorkingClock(night)
    const hours = (day: string) =>
      clock.between(new Date(`${day}T00:00:00+02:00`), new Date(`${day}T12:00:00+02:00`)) / (60 * minute)
    expect([hours('2026-10-24'), hours('2026-10-25'), hours('2026-03-29')]).toEqual([2, 3, 1])
  })

  it.each([
    ['before the cut-off', '2026-11-25T14:59:59Z', '2026-11-25T17:00:00Z'],
    ['at the cut-off', '2026-11-25T15:00:00Z', '2026-11-26T17:00:00Z'],
    ['before the opening hour', '2026-11-24T23:30:00Z', '2026-11-25T17:00:00Z'],
    ['on Friday evening', '2026-11-27T16:30:00Z', '2026-11-28T17:00:00Z'],
    ['on Sunday', '2026-11-29T10:00:00Z', '2026-11-30T17:00:00Z'],
    ['on a holiday', '2026-12-25T09:00:00Z', '2026-12-28T17:00:00Z'],
    ['before the beginning of summer time', '2026-03-28T16:00:00Z', '2026-03-30T16:00:00Z'],
  ])('is due by the cut-off of a study that is ready %s', (_name, start, due) => {
    const clock = makeWorkingClock(office('Europe/Berlin', ['2026-12-25', '2026-12-26']))
    expect(clock.dueBy(new Date(start), { readyBefore: '16:00', dueBy: '18:00' })).toEqual(new Date(due))
  })

  const time = (hour: number, half: number) => `${String(hour).padStart(2, '0')}:${half ? '30' : '00'}`
  /** Opening hours of a day: the parts between some half hours, outside the hours in which clocks change. */
  const dayHours = fc
    .uniqueArray(fc.constantFrom(0, 1, ...Array.from({ length: 40 }, (_, index) => index + 8), 48), { maxLength: 6 })
    .map((halves) => {
      const inOrder = halves.toSorted((one, other) => one - other).map((half) => time(Math.floor(half / 2), half % 2))
      return Array.from({ length: Math.floor(inOrder.length / 2) }, (_, index) => ({
        from: inOrder[2 * index] ?? '',
        to: inOrder[2 * index + 1] ?? '',
      }))
    })
  const around = [
    ['Europe/Berlin', '2026-03-27'],
    ['Europe/Berlin', '2026-10-23'],
    ['America/New_York', '2026-03-06'],
    ['America/New_York', '2026-10-30'],
    ['Asia/Kolkata', '2028-02-27'],
    ['UTC', '2026-12-30'],
  ] as const
  const days = (from: string) =>
    Array.from({ length: 5 }, (_, index) => new Date(Date.parse(from) + index * 1440 * minute).toISOString().slice(0, 10))

  it('is every minute whose wall clock is in the opening hours of a day that is no holiday', () => {
    const asked = fc.constantFrom(...around).chain(([timeZone, from]) =>
      fc.record({
        calendar: fc.record({
          timeZone: fc.constant(timeZone),
          hours: fc.array(dayHours, { minLength: 7, maxLength: 7 }).filter((week) => week.flat().length > 0),
          holidays: fc.subarray(days(from), { maxLength: 2 }),
        }),
        start: fc.integer({ min: 0, max: 3 * 1440 }).map((minutes) => new Date(Date.parse(from) + minutes * minute)),
        length: fc.integer({ min: 1, max: 2 * 1440 }),
      }),
    )
    fc.assert(
      fc.property(asked, ({ calendar, start, length }) => {
        const wallClock = new Intl.DateTimeFormat('sv-SE', {
          timeZone: calendar.timeZone,
          dateStyle: 'short',
          timeStyle: 'short',
        })
        const isOpen = (at: number) => {
          const [date = '', clock = ''] = wallClock.format(at).split(' ')
          const weekday = (new Date(date).getUTCDay() + 6) % 7
          const isIn = calendar.hours[weekday]?.some(({ from, to }) => from <= clock && clock < to) ?? false
          return isIn && !calendar.holidays.includes(date)
        }
        const end = start.getTime() + length * minute
        let open = 0
        for (let at = start.getTime(); at < end; at += minute) if (isOpen(at)) open += 1
        const clock = makeWorkingClock(calendar)
        expect(clock.between(start, new Date(end))).toBe(open * minute)
        // Adding is the inverse: so much time is over at the first instant after which no more of it has passed.
        const due = clock.add(start, open * minute)
        expect(clock.between(start, due)).toBe(open * minute)
        expect(open === 0 || isOpen(due.getTime() - minute)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

import { weekdays } from '@readroom/contracts/people/doctors'
import { type Absence, PresenceFields, type Shift } from '@readroom/contracts/people/presence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presenceAt, spansOnDuty } from './presence-times.ts'

const minute = 60_000
const dayMs = 1440 * minute

const presence = (shifts: Shift[], absences: Absence[] = [], timeZone = 'Europe/Berlin'): PresenceFields => ({
  timeZone,
  shifts,
  absences,
})
const away = (from: string, to: string): Absence => ({ from, to, reason: '' })
const at = (fields: PresenceFields, now: string) => presenceAt(fields, new Date(now))

const wednesday: Shift = { weekday: 'Wednesday', from: '08:00', to: '16:00' }
const night: Shift = { weekday: 'Sunday', from: '22:00', to: '06:00' }

describe('whether a doctor works now', () => {
  it.each([
    ['before the shift', '2026-11-25T06:59:00Z', { state: 'off', from: new Date('2026-11-25T07:00:00Z') }],
    ['as it begins', '2026-11-25T07:00:00Z', { state: 'on', until: new Date('2026-11-25T15:00:00Z') }],
    ['as it ends', '2026-11-25T15:00:00Z', { state: 'off', from: new Date('2026-11-29T21:00:00Z') }],
    ['after midnight', '2026-11-30T02:00:00Z', { state: 'on', until: new Date('2026-11-30T05:00:00Z') }],
  ])('%s', (_name, now, expected) => {
    expect(at(presence([wednesday, night]), now)).toEqual(expected)
  })

  it('shifts that follow each other are one', () => {
    const late: Shift = { weekday: 'Wednesday', from: '16:00', to: '23:00' }
    expect(at(presence([wednesday, late]), '2026-11-25T12:00:00Z')).toEqual({
      state: 'on',
      until: new Date('2026-11-25T22:00:00Z'),
    })
  })

  it('absences that follow each other are one, and their days are those of the zone', () => {
    const fields = presence([wednesday], [away('2026-11-30', '2026-12-04'), away('2026-11-26', '2026-11-29')])
    expect(at(fields, '2026-11-25T22:59:00Z').state).toBe('off')
    expect(at(fields, '2026-11-25T23:00:00Z')).toEqual({ state: 'absent', until: '2026-12-04' })
    expect(at(fields, '2026-12-04T23:00:00Z')).toEqual({ state: 'off', from: new Date('2026-12-09T07:00:00Z') })
  })

  it('an absence ends a night shift at midnight', () => {
    const fields = presence([night], [away('2026-11-30', '2026-11-30')])
    expect(at(fields, '2026-11-29T21:30:00Z')).toEqual({ state: 'on', until: new Date('2026-11-29T23:00:00Z') })
    expect(at(fields, '2026-11-29T23:00:00Z').state).toBe('absent')
  })

  it('says no next shift if there is none within two weeks', () => {
    const fields = presence([wednesday], [away('2026-11-26', '2026-12-30')])
    expect(at(fields, '2026-11-25T16:00:00Z')).toEqual({ state: 'off', from: null })
  })

  it('a whole day ends at midnight, and whole days that follow each other have no end', () => {
    const days = weekdays.map((weekday): Shift => ({ weekday, from: '00:00', to: '00:00' }))
    const now = '2026-11-25T12:00:00Z'
    expect(at(presence(days.slice(2, 3)), now)).toEqual({ state: 'on', until: new Date('2026-11-25T23:00:00Z') })
    expect(at(presence(days), now)).toEqual({ state: 'on', until: null })
  })

  it('without shifts works on every day outside of absences', () => {
    const fields = presence([], [away('2026-11-25', '2026-11-25')])
    expect([at(fields, '2026-11-24T22:59:00Z').state, at(fields, '2026-11-25T12:00:00Z').state]).toEqual(['always', 'absent'])
  })

  it('a shift of a whole day goes on until its end on a day of 25 hours', () => {
    const saturday: Shift = { weekday: 'Saturday', from: '23:45', to: '23:40' }
    expect(at(presence([saturday]), '2026-10-25T22:30:00Z')).toEqual({ state: 'on', until: new Date('2026-10-25T22:40:00Z') })
  })
})

/** Half hours in which no clock of the test changes. */
const halfHours = [0, 1, ...Array.from({ length: 40 }, (_, index) => index + 8)]
const time = (half: number) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
const anyShift = fc
  .record({
    weekday: fc.constantFrom(...weekdays),
    from: fc.constantFrom(...halfHours).map(time),
    to: fc.constantFrom(...halfHours).map(time),
  })
  .filter(({ from, to }) => from !== to)

const around = [
  ['Europe/Berlin', '2026-03-27'],
  ['Europe/Berlin', '2026-10-23'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2026-10-30'],
  ['Asia/Kolkata', '2028-02-27'],
] as const

describe('the time on duty', () => {
  it('is every minute whose wall clock is in a shift and on no day of an absence', () => {
    const asked = fc.constantFrom(...around).chain(([timeZone, first]) => {
      const dayAfter = (days: number) => new Date(Date.parse(first) + days * dayMs).toISOString().slice(0, 10)
      return fc.record({
        shifts: fc.array(anyShift, { minLength: 1, maxLength: 6 }),
        absences: fc
          .array(fc.record({ first: fc.integer({ min: -1, max: 5 }), length: fc.integer({ min: 0, max: 1 }) }), { maxLength: 2 })
          .map((list) => list.map(({ first, length }) => away(dayAfter(first), dayAfter(first + length)))),
        timeZone: fc.constant(timeZone),
        start: fc.integer({ min: 0, max: 3 * 1440 }).map((minutes) => Date.parse(first) + minutes * minute),
        length: fc.integer({ min: 1, max: 2 * 1440 }),
      })
    })
    fc.assert(
      fc.property(asked, ({ start, length, ...fields }) => {
        const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: fields.timeZone, dateStyle: 'short', timeStyle: 'short' })
        const isOn = (instant: number) => {
          const [date = '', clock = ''] = wallClock.format(instant).split(' ')
          const place = (new Date(date).getUTCDay() + 6) % 7
          const [today, yesterday] = [weekdays[place], weekdays[(place + 6) % 7]]
          const isIn = fields.shifts.some(({ weekday, from, to }) =>
            from < to
              ? weekday === today && from <= clock && clock < to
              : (weekday === today && from <= clock) || (weekday === yesterday && clock < to),
          )
          return isIn && !fields.absences.some((absence) => absence.from <= date && date <= absence.to)
        }
        const within = { from: start, to: start + length * minute }
        const spans = spansOnDuty(fields, within)
        const minutes = Array.from({ length }, (_, index) => start + index * minute)
        const isInSpan = (instant: number) => spans.some(({ from, to }) => from <= instant && instant < to)
        expect(minutes.filter(isInSpan)).toEqual(minutes.filter(isOn))
        // Spans are as long as they can be, so that the end of one is the end of work.
        expect(spans.every(({ to }, index) => to < (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY))).toBe(true)
        expect(presenceAt(fields, new Date(start)).state === 'on').toBe(isOn(start))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the fields of a presence', () => {
  const issues = (shifts: Shift[], absences: Absence[] = []) =>
    PresenceFields.safeParse(presence(shifts, absences)).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  it.each([
    ['a shift in another', { weekday: 'Wednesday', from: '09:00', to: '10:00' }],
    ['a shift across the start of another', { weekday: 'Wednesday', from: '07:00', to: '08:01' }],
    ['a shift of the evening before', { weekday: 'Tuesday', from: '20:00', to: '08:30' }],
  ] satisfies [string, Shift][])('%s overlaps', (_name, other) => {
    expect(issues([wednesday, other]).map(([, message]) => message)).toEqual(['Shifts must not overlap'])
  })

  it('a night shift of Sunday overlaps Monday', () => {
    expect(issues([{ weekday: 'Monday', from: '05:59', to: '12:00' }, night])).toHaveLength(1)
    expect(issues([{ weekday: 'Monday', from: '06:00', to: '12:00' }, night])).toEqual([])
  })

  it('a shift without length and an absence that ends before it begins are refused at their field', () => {
    expect(issues([{ ...wednesday, to: '08:00' }])).toEqual([
      ['shifts.0.to', 'The end must differ from the start. A whole day is 0:00-24:00'],
    ])
    expect(issues([], [away('2026-11-27', '2026-11-26')])).toEqual([
      ['absences.0.to', 'The last day must not be before the first'],
    ])
  })

  it('shifts that share no minute are accepted, in whatever order they come', () => {
    const starts = fc.uniqueArray(fc.integer({ min: 0, max: 335 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 12 }), (places, halves) => {
        const shifts = places.map((place): Shift => {
          const weekday = weekdays[Math.floor(place / 48)] ?? 'Monday'
          return { weekday, from: time(place % 48), to: time((place + halves) % 48) }
        })
        const inWeek = places.flatMap((place) => Array.from({ length: halves }, (_, index) => (place + index) % 336))
        expect(issues(shifts).length === 0).toBe(new Set(inWeek).size === inWeek.length)
      }),
    )
  })
})

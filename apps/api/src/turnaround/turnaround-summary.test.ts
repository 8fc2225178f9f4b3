import { bandOf } from '@readroom/contracts/turnaround/turnaround'
import {
  TurnaroundFilters,
  type TurnaroundSummary,
  turnaroundBandIds,
  turnaroundDateTypes,
} from '@readroom/contracts/turnaround/turnaround-report'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSettings } from '../core/current-settings.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { createTurnaroundService } from './turnaround.service.ts'
import {
  createHistories,
  dayIn,
  type Expected,
  history,
  inRange,
  reportedHistory,
  zones,
} from './turnaround-histories.fixture.ts'

const quantile = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
const minutesOf = ({ fullTatDetails }: Expected) => fullTatDetails.uploadToReportTATFormatted ?? 0

function figuresOf(some: Expected[]) {
  const minutes = some.map(minutesOf).sort((a, b) => a - b)
  return { reported: some.length, median: quantile(minutes, 0.5), percentile90: quantile(minutes, 0.9) }
}

/** Counts the studies of each value of a key, in the order of the values. */
function byKey(some: Expected[], keysOf: (one: Expected) => readonly string[]) {
  const keys = [...new Set(some.flatMap(keysOf))].sort()
  return keys.map((key) => ({ key, of: some.filter((one) => keysOf(one).includes(key)) }))
}

const dayMs = 86_400_000
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns first and last day of the week or month of a day. */
function periodOf(day: string, step: TurnaroundSummary['step']): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const monday = shifted(day, -((new Date(day).getUTCDay() + 6) % 7))
  return { day: `${day} ${day}`, week: `${monday} ${shifted(monday, 6)}`, month: `${day.slice(0, 8)}01 ${lastOfMonth}` }[step]
}

function stepOf(days: string[], { fromDate, toDate }: TurnaroundFilters): TurnaroundSummary['step'] {
  const [from = '', to = ''] = [fromDate ?? days[0], toDate ?? days.at(-1)]
  const length = days.length === 0 && !(from && to) ? 1 : (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return length <= 93 ? 'day' : length <= 731 ? 'week' : 'month'
}

/** Returns weekday (Monday is 1) and hour of an instant in a zone. */
function arrivalIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
  const [weekday = '', hour = ''] = parts.format(at).split(/,? /)
  return `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday) + 1} ${hour}`
}

/** Computes the summary from the histories alone. Lists are ordered by their keys only. */
function expectedOf(all: Expected[], filters: TurnaroundFilters, zone: string) {
  const reported = all.filter(({ dates }) => dates.reportDate !== null)
  const dayOf = ({ dates: { [filters.dateType]: date } }: Expected) => (date === null ? [] : [dayIn(zone, date)])
  const step = stepOf(reported.flatMap(dayOf).sort(), filters)
  const figures = figuresOf(reported)
  const groups = (keysOf: (one: Expected) => readonly string[]) =>
    byKey(reported, keysOf).map(({ key, of }) => {
      const isInTime = of.flatMap((one) => (one.isInTime === null ? [] : [one.isInTime]))
      return { value: key, ...figuresOf(of), due: isInTime.length, inTime: isInTime.filter(Boolean).length }
    })
  return {
    ...(reported.length > 0 ? figures : { reported: 0, median: null, percentile90: null }),
    bands: turnaroundBandIds.map((band) => ({
      band,
      reported: reported.filter((one) => (bandOf(minutesOf(one))?.id ?? 'under1m') === band).length,
    })),
    step: reported.length > 0 ? step : undefined,
    periods: byKey(reported, (one) => dayOf(one).map((day) => periodOf(day, step))).map(({ key, of }) => {
      const [from = '', to = ''] = key.split(' ')
      return { from, to, ...figuresOf(of) }
    }),
    hours: byKey(reported, ({ received }) => [arrivalIn(zone, received)]).map(({ key, of }) => ({
      weekday: Number(key.split(' ')[0]),
      hour: Number(key.split(' ')[1]),
      ...figuresOf(of),
    })),
    modalities: groups(({ modalities }) => (modalities.length > 0 ? modalities : ['none'])),
    doctors: groups(({ reporter }) => (reporter ? [reporter] : [])),
  }
}

const byValue = <T extends { value: string | null; label: string | null }>(groups: T[]) =>
  groups
    .map(({ label: _label, ...group }) => ({ ...group, value: group.value ?? 'none' }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))

/** Returns the filter of each chart mark, and its number of studies. */
function marksOf({ bands, periods, hours, modalities, laboratories, doctors }: TurnaroundSummary) {
  return [
    ...bands.map(({ band, reported }) => ({ reported, asked: { band } })),
    ...periods.map(({ from, to, reported }) => ({ reported, asked: { periodFrom: from, periodTo: to } })),
    ...hours.map(({ weekday, hour, reported }) => ({ reported, asked: { weekday, hour } })),
    ...modalities.flatMap(({ value, reported }) => (value ? [{ reported, asked: { hasModality: value } }] : [])),
    ...laboratories.flatMap(({ value, reported }) => (value ? [{ reported, asked: { location: value } }] : [])),
    ...doctors.flatMap(({ value, reported }) => (value ? [{ reported, asked: { selectedDoctor: value } }] : [])),
  ]
}

describe('turnaround summary', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  it('matches the histories in every zone, for every date, and each mark equals the rows that it filters', async () => {
    const histories = await createHistories(api)
    const days = fc.constantFrom(undefined, '2024-01-01', '2026-03-08', '2026-03-29', '2026-03-30', '2026-10-25', '2028-02-29')
    const asked = fc.record({
      fromDate: days,
      toDate: days,
      zone: fc.constantFrom(...zones),
      dateType: fc.constantFrom(...turnaroundDateTypes),
    })
    const some = fc.oneof({ weight: 1, arbitrary: history }, { weight: 3, arbitrary: reportedHistory })
    await fc.assert(
      fc.asyncProperty(
        fc.array(some, { minLength: 1, maxLength: 12, size: 'max' }),
        asked,
        async (made, { zone, dateType, ...range }) => {
          const { all, staff } = await histories.makeLab(made)
          const service = createTurnaroundService({
            db: api.db,
            settings: openSettings(api.db, { ...api.config, CLINIC_TIME_ZONE: zone }),
          })
          const filters = TurnaroundFilters.parse({ dateType, ...range })
          const isOpen = range.fromDate === undefined && range.toDate === undefined
          const expected = expectedOf(isOpen ? all : inRange(all, filters, zone), filters, zone)
          const { laboratories, ...summary } = await service.summary(staff, filters)
          expect({
            ...summary,
            step: summary.reported > 0 ? summary.step : undefined,
            modalities: byValue(summary.modalities),
            doctors: byValue(summary.doctors),
          }).toEqual(expected)
          expect(laboratories.map(({ value, reported }) => [value, reported])).toEqual(
            expected.reported > 0 ? [[staff.labId, expected.reported]] : [],
          )
          for (const { asked: mark, reported } of marksOf({ ...summary, laboratories })) {
            const page = await service.report(staff, { ...filters, ...mark, page: 1, limit: 25 })
            expect([mark, page.summary.reported]).toEqual([mark, reported])
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

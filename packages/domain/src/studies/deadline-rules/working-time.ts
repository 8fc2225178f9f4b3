import { minuteOfDay, type OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import { Temporal } from 'temporal-polyfill'

export type WorkingCalendar = Pick<OfficeCalendarFields, 'timeZone' | 'hours' | 'holidays'>

export type CutOff = {
  /** Times of day in the calendar's zone: HH:MM. */
  readyBefore: string
  dueBy: string
}

/** The working time of a calendar. */
export type WorkingClock = {
  /** Returns the instant at which so many milliseconds of working time have passed since a start. */
  add: (start: Date, milliseconds: number) => Date
  /** Returns the milliseconds of working time from one instant to a later one. */
  between: (from: Date, to: Date) => number
  /** Returns the due time on the day of the start, if that is a working day and the cut-off is not over; else on the next working day. */
  dueBy: (start: Date, cutOff: CutOff) => Date
}

/** Open time from one instant to another, in milliseconds since 1970. */
type Span = { from: number; to: number }

/** Returns the instant of a time of a day. A time that the clocks skip moves on by an hour; of one that comes twice, the first counts. */
export const instantOf = (day: Temporal.PlainDate, time: string, zone: string): number =>
  day
    .toPlainDateTime()
    .add({ minutes: minuteOfDay(time) })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

/** Returns the day of an instant in a zone. */
export const dayOf = (at: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** Returns the clock of a calendar. It remembers the days that it has computed: make one for many studies. */
export function makeWorkingClock({ timeZone, hours, holidays }: WorkingCalendar): WorkingClock {
  const closed = new Set(holidays)
  const known = new Map<string, Span[]>()

  function spansOf(day: Temporal.PlainDate): Span[] {
    const name = day.toString()
    const spans =
      known.get(name) ??
      (closed.has(name) ? [] : (hours[day.dayOfWeek - 1] ?? []))
        .map(({ from, to }) => ({ from: instantOf(day, from, timeZone), to: instantOf(day, to, timeZone) }))
        .filter(({ from, to }) => from < to)
    known.set(name, spans)
    return spans
  }

  /** Yields the working days from the one of an instant on. Never ends. */
  function* workingDays(start: Date) {
    for (let day = dayOf(start, timeZone); ; day = day.add({ days: 1 })) {
      const spans = spansOf(day)
      if (spans.length > 0) yield { day, spans }
    }
  }

  /** Yields the working time after an instant, in order. Never ends. */
  function* spansAfter(start: Date): Generator<Span> {
    for (const { spans } of workingDays(start)) {
      for (const { from, to } of spans) if (to > start.getTime()) yield { from: Math.max(from, start.getTime()), to }
    }
  }

  return {
    add(start, milliseconds) {
      let left = milliseconds
      for (const { from, to } of spansAfter(start)) {
        if (left <= to - from) return new Date(from + left)
        left -= to - from
      }
      throw new Error('a calendar is open every week')
    },
    between(from, to) {
      let sum = 0
      for (const span of spansAfter(from)) {
        if (span.from >= to.getTime()) break
        sum += Math.min(span.to, to.getTime()) - span.from
      }
      return sum
    },
    dueBy(start, { readyBefore, dueBy }) {
      for (const { day } of workingDays(start)) {
        if (start.getTime() < instantOf(day, readyBefore, timeZone)) return new Date(instantOf(day, dueBy, timeZone))
      }
      throw new Error('a calendar is open every week')
    },
  }
}

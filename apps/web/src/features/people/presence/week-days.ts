import type { DoctorWeek, PresenceWeek } from '@readroom/contracts/people/presence'

/** Time from one instant to a later one, in milliseconds since 1970. */
export type Span = { from: number; to: number }

export type DayOn = {
  /** yyyy-mm-dd. */
  day: string
  span: Span
  /** The doctors on duty with their hours, the earliest first. */
  on: { doctor: DoctorWeek; span: Span }[]
  away: DoctorWeek[]
  /** The hours in which nobody is on. */
  gaps: Span[]
}

/** The laboratory and the modality that a doctor must read to count. Null: any. */
export type Needed = { labId: string | null; modality: string | null }

const fits = (list: readonly string[] | null, needed: string | null) => list === null || needed === null || list.includes(needed)

const reads = ({ readsLabIds, readsModalities }: DoctorWeek, { labId, modality }: Needed) =>
  fits(readsLabIds, labId) && fits(readsModalities, modality)

const toSpan = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) })

/** Returns the part of a span that is in another, or nothing. */
function within(span: Span, { from, to }: Span): Span[] {
  const part = { from: Math.max(span.from, from), to: Math.min(span.to, to) }
  return part.from < part.to ? [part] : []
}

/** Returns the parts of a day outside of spans, which are in the order of their starts. */
function gapsOf(day: Span, spans: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let end = day.from
  for (const span of spans) {
    if (span.from > end) gaps.push({ from: end, to: span.from })
    end = Math.max(end, span.to)
  }
  return end < day.to ? [...gaps, { from: end, to: day.to }] : gaps
}

/** Returns for each day of a week who is on, who is away, and when nobody is on, among the doctors who are needed. */
export function daysOf({ days, doctors }: PresenceWeek, needed: Needed): DayOn[] {
  const counted = doctors.filter((doctor) => reads(doctor, needed))
  return days.map(({ day, ...instants }) => {
    const span = toSpan(instants)
    const on = counted
      .flatMap((doctor) => doctor.on.flatMap((one) => within(toSpan(one), span)).map((part) => ({ doctor, span: part })))
      .toSorted((one, other) => one.span.from - other.span.from)
    return {
      day,
      span,
      on,
      away: counted.filter((doctor) => doctor.away.some(({ from, to }) => from <= day && day <= to)),
      gaps: gapsOf(
        span,
        on.map((one) => one.span),
      ),
    }
  })
}

/** Returns the doctors without shifts, among those who are needed. */
export const withoutShifts = ({ doctors }: PresenceWeek, needed: Needed): DoctorWeek[] =>
  doctors.filter((doctor) => !doctor.hasShifts && reads(doctor, needed))

import { weekdays } from '@readroom/contracts/people/doctors'
import { type Absence, endsNextDay, type PresenceFields } from '@readroom/contracts/people/presence'
import { Temporal } from 'temporal-polyfill'
import { dayOf, instantOf } from '../deadline-rules/working-time.ts'

/** Time from one instant to a later one, in milliseconds since 1970. */
export type Span = { from: number; to: number }

/** How far ahead the end of a shift and the next shift are looked for. */
const aheadMs = 14 * 86_400_000

const nextDay = (day: Temporal.PlainDate) => day.add({ days: 1 })

/** Returns the days whose shifts can touch a time: from the day before, whose shifts may end in it, to its last. */
function daysOf({ from, to }: Span, zone: string): Temporal.PlainDate[] {
  const last = dayOf(new Date(to), zone)
  const days = []
  for (
    let day = dayOf(new Date(from), zone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = nextDay(day)
  )
    days.push(day)
  return days
}

/** Returns the shifts that begin on a day, as spans. One that the change of the clocks leaves no time for is missing. */
function shiftsOf(day: Temporal.PlainDate, { timeZone, shifts }: PresenceFields): Span[] {
  return shifts
    .filter(({ weekday }) => weekday === weekdays[day.dayOfWeek - 1])
    .map((shift) => ({
      from: instantOf(day, shift.from, timeZone),
      to: instantOf(endsNextDay(shift) ? nextDay(day) : day, shift.to, timeZone),
    }))
    .filter(({ from, to }) => from < to)
}

/** Returns the time from the first midnight of an absence to its last. */
const spanOf = ({ from, to }: Absence, zone: string): Span => ({
  from: instantOf(Temporal.PlainDate.from(from), '00:00', zone),
  to: instantOf(nextDay(Temporal.PlainDate.from(to)), '00:00', zone),
})

/** Returns what is left of a span without another. */
export function without(span: Span, other: Span): Span[] {
  if (other.to <= span.from || span.to <= other.from) return [span]
  const parts = [
    { from: span.from, to: other.from },
    { from: other.to, to: span.to },
  ]
  return parts.filter(({ from, to }) => from < to)
}

/** Returns the parts of spans up to the last day of a license, which is one of the clinic. Null: the license does not end. */
export function licensedSpans(spans: readonly Span[], licenseExpiresOn: string | null, zone: string): Span[] {
  if (licenseExpiresOn === null) return [...spans]
  const from = instantOf(nextDay(Temporal.PlainDate.from(licenseExpiresOn)), '00:00', zone)
  return spans.flatMap((span) => without(span, { from, to: Number.POSITIVE_INFINITY }))
}

/** Returns the spans in order. Those that touch or overlap become one. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else joined.push({ ...span })
  }
  return joined
}

/** Returns the parts of a time in which a doctor is on, in order. Nobody is on while they are away, also not for the rest of a night shift. */
export function spansOnDuty(presence: PresenceFields, within: Span): Span[] {
  const { timeZone, absences } = presence
  const away = absences.map((absence) => spanOf(absence, timeZone))
  const spans = joinSpans(daysOf(within, timeZone).flatMap((day) => shiftsOf(day, presence)))
    .flatMap((span) => away.reduce((left, absence) => left.flatMap((part) => without(part, absence)), [span]))
    .map((span) => ({ from: Math.max(span.from, within.from), to: Math.min(span.to, within.to) }))
  return spans.filter((span) => span.from < span.to)
}

/** Returns the last day of the absence that a day is in, together with those that follow without a day between; or null. */
function awayUntil({ absences }: Pick<PresenceFields, 'absences'>, day: Temporal.PlainDate): string | null {
  let until: string | null = null
  let next = day
  for (const { from, to } of absences.toSorted((one, other) => one.from.localeCompare(other.from))) {
    if (from > next.toString() || to < next.toString()) continue
    until = to
    next = nextDay(Temporal.PlainDate.from(to))
  }
  return until
}

/**
 * Whether a doctor works at an instant. `always`: there are no shifts, so the doctor's available days decide. `until` null: the shifts follow each
 * other for two weeks. `from` is the start of the next shift, or null if there is none within two weeks.
 */
export type PresenceNow =
  | { state: 'always' }
  | { state: 'absent'; until: string }
  | { state: 'on'; until: Date | null }
  | { state: 'off'; from: Date | null }

export function presenceAt(presence: PresenceFields, now: Date): PresenceNow {
  const until = awayUntil(presence, dayOf(now, presence.timeZone))
  if (until !== null) return { state: 'absent', until }
  if (presence.shifts.length === 0) return { state: 'always' }
  const at = now.getTime()
  const [next] = spansOnDuty(presence, { from: at, to: at + aheadMs })
  if (next?.from === at) return { state: 'on', until: next.to < at + aheadMs ? new Date(next.to) : null }
  return { state: 'off', from: next ? new Date(next.from) : null }
}

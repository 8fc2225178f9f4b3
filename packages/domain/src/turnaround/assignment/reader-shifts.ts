import { type Clock, type Working, type WorkingDays, workingAt } from '../../studies/assignments/eligibility.ts'
import { type Span, spansOnDuty } from '../../studies/assignments/presence-times.ts'
import { dayOf } from '../../studies/deadline-rules/working-time.ts'

/** Returns the parts of a time in which a reader works, in order. Those that follow each other without a break may be several. */
export function spansAtWork(days: WorkingDays, within: Span, zone: string): Span[] {
  if (days.presence !== null && days.presence.shifts.length > 0) return spansOnDuty(days.presence, within)
  const spans: Span[] = []
  for (let at = within.from; at < within.to; ) {
    const { away, validUntil } = workingAt(days, { now: new Date(at), zone })
    const to = Math.min(validUntil, within.to)
    if (away.length === 0) spans.push({ from: at, to })
    at = to
  }
  return spans
}

/** The working times of readers. Instants are in milliseconds since 1970. */
export type ReaderShifts = {
  workingAt: (days: WorkingDays, now: number) => Working
  /** Returns how many shifts of a reader began after an instant, up to another. Without shifts each working day of the clinic counts. */
  startsBetween: (days: WorkingDays, after: number, upTo: number) => number
}

type Remembered = { from: number; working: Working }

/** Returns the number of working days that began after an instant, up to another, of a reader without shifts. */
function daysBetween(days: WorkingDays, after: number, upTo: number, zone: string): number {
  const last = dayOf(new Date(upTo), zone)
  let count = 0
  for (let day = dayOf(new Date(after), zone).add({ days: 1 }); day.since(last).sign <= 0; day = day.add({ days: 1 })) {
    const midnight = new Date(day.toZonedDateTime({ timeZone: zone }).epochMilliseconds)
    if (workingAt(days, { now: midnight, zone }).away.length === 0) count += 1
  }
  return count
}

/** Returns the working times of readers in the clinic's zone. It remembers those that it has computed: make one for many studies. */
export function makeReaderShifts(zone: Clock['zone']): ReaderShifts {
  const known = new WeakMap<WorkingDays, Remembered>()

  function remembered(days: WorkingDays, now: number): Remembered {
    const last = known.get(days)
    if (last && last.from <= now && now < last.working.validUntil) return last
    const next = { from: now, working: workingAt(days, { now: new Date(now), zone }) }
    known.set(days, next)
    return next
  }

  return {
    workingAt: (days, now) => remembered(days, now).working,
    startsBetween(days, after, upTo) {
      // Nothing begins while the state of work stays the same.
      if (after >= upTo || remembered(days, upTo).from <= after) return 0
      if (days.presence === null || days.presence.shifts.length === 0) return daysBetween(days, after, upTo, zone)
      return spansOnDuty(days.presence, { from: after, to: upTo + 1 }).filter(({ from }) => from > after).length
    },
  }
}

import { dayOf } from '../deadline-rules/working-time.ts'
import { type Clock, type Working, type WorkingDays, workingAt } from './eligibility.ts'
import { joinSpans, type Span, spansOnDuty } from './presence-times.ts'

/** Returns the parts of a time in which a reader works, in order. Those that follow each other without a break may be several. */
export function spansAtWork(days: WorkingDays, within: Span, zone: string): Span[] {
  const { presence, availableDays } = days
  if (presence !== null && presence.shifts.length > 0) return spansOnDuty(presence, within)
  if (availableDays.length === 0 && (presence === null || presence.absences.length === 0)) return [within]
  const spans: Span[] = []
  for (let at = within.from; at < within.to; ) {
    const { away, validUntil } = workingAt(days, { now: new Date(at), zone })
    const to = Math.min(validUntil, within.to)
    if (away.length === 0) spans.push({ from: at, to })
    at = to
  }
  return spans
}

/** How far back a shift is looked for. */
const backMs = 2 * 86_400_000

/** Returns when a reader's present or last shift began. Without shifts: the midnight before, in the clinic's zone. */
export function shiftStart(days: WorkingDays, { now, zone }: Clock): Date {
  const at = now.getTime()
  const last = days.presence && joinSpans(spansOnDuty(days.presence, { from: at - backMs, to: at + 1 })).at(-1)
  return last ? new Date(last.from) : new Date(dayOf(now, zone).toZonedDateTime({ timeZone: zone }).epochMilliseconds)
}

/** A reader's time at work from an instant on, for two weeks. Instants are in milliseconds since 1970. */
export type WorkTime = {
  /** The end of the present shift. The instant itself: there is none. Infinity: it lasts longer than two weeks. */
  shiftEnd: number
  /** Returns the milliseconds at work until an instant. */
  workUntil: (at: number) => number
  /** Returns the instant at which so many milliseconds have been worked, or null: not within two weeks. */
  instantAfter: (workMs: number) => number | null
}

/** The working times of readers. Instants are in milliseconds since 1970. */
export type ReaderShifts = {
  workingAt: (days: WorkingDays, now: number) => Working
  /** Returns how many shifts of a reader began after an instant, up to another. Without shifts each working day of the clinic counts. */
  startsBetween: (days: WorkingDays, after: number, upTo: number) => number
  workTime: (days: WorkingDays, now: number) => WorkTime
}

const dayMs = 86_400_000
const nearMs = 2 * dayMs
const aheadMs = 14 * dayMs

type Ahead = { from: number; near: readonly Span[]; nearEnd: number; far: () => readonly Span[] }

type Remembered = { from: number; working: Working }

type Starts = { after: number; upTo: number; count: number }

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

/** Returns the parts of spans that are within a time. */
export const clip = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans.map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) })).filter((span) => span.from < span.to)

/** Returns the milliseconds in spans. */
export const workIn = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Returns the instant at which so many milliseconds of the spans are over, or null: they are shorter. */
export function instantIn(spans: readonly Span[], workMs: number): number | null {
  let left = workMs
  for (const { from, to } of spans) {
    if (left <= to - from) return from + left
    left -= to - from
  }
  return null
}

/** Returns the time at work from an instant on. Most questions are about the next days, and those after them cost more to compute. */
function makeWorkTime(near: readonly Span[], nearEnd: number, far: () => readonly Span[], now: number): WorkTime {
  const end = now + aheadMs
  const spansUntil = (at: number) => clip(at <= nearEnd ? near : far(), now, Math.min(at, end))
  const ahead = clip(near, now, nearEnd)
  const shiftEndOf = ([first]: readonly Span[]) => (first?.from === now ? first.to : now)
  const nearShiftEnd = shiftEndOf(ahead)
  const shiftEnd = nearShiftEnd === nearEnd ? shiftEndOf(spansUntil(end)) : nearShiftEnd
  return {
    shiftEnd: shiftEnd === end ? Number.POSITIVE_INFINITY : shiftEnd,
    workUntil: (at) => workIn(spansUntil(at)),
    instantAfter: (workMs) => instantIn(ahead, workMs) ?? instantIn(spansUntil(end), workMs),
  }
}

/** Returns the working times of readers in the clinic's zone. It remembers those that it has computed: make one for many studies. */
export function makeReaderShifts(zone: Clock['zone']): ReaderShifts {
  const known = new WeakMap<WorkingDays, Remembered>()
  const ahead = new WeakMap<WorkingDays, Ahead>()
  const times = new WeakMap<WorkingDays, { now: number; time: WorkTime }>()
  const starts = new WeakMap<WorkingDays, Starts>()

  function remembered(days: WorkingDays, now: number): Remembered {
    const last = known.get(days)
    if (last && last.from <= now && now < last.working.validUntil) return last
    const next = { from: now, working: workingAt(days, { now: new Date(now), zone }) }
    known.set(days, next)
    return next
  }

  function spansFrom(days: WorkingDays, now: number): Ahead {
    const last = ahead.get(days)
    if (last && last.from <= now && now < last.from + dayMs) return last
    const spansTo = (to: number) => joinSpans(spansAtWork(days, { from: now, to }, zone))
    const nearEnd = now + nearMs
    let known: readonly Span[] | null = null
    const far = () => {
      known ??= spansTo(now + aheadMs + dayMs)
      return known
    }
    const next = { from: now, near: spansTo(nearEnd), nearEnd, far }
    ahead.set(days, next)
    return next
  }

  function countStarts(days: WorkingDays, after: number, upTo: number): number {
    if (days.presence === null || days.presence.shifts.length === 0) return daysBetween(days, after, upTo, zone)
    return spansOnDuty(days.presence, { from: after, to: upTo + 1 }).filter(({ from }) => from > after).length
  }

  return {
    workingAt: (days, now) => remembered(days, now).working,
    startsBetween(days, after, upTo) {
      // Nothing begins while the state of work stays the same.
      if (after >= upTo || remembered(days, upTo).from <= after) return 0
      const last = starts.get(days)
      if (last?.after === after && last.upTo === upTo) return last.count
      const count = countStarts(days, after, upTo)
      starts.set(days, { after, upTo, count })
      return count
    },
    workTime(days, now) {
      const last = times.get(days)
      if (last?.now === now) return last.time
      const { near, nearEnd, far } = spansFrom(days, now)
      const time = makeWorkTime(near, nearEnd, far, now)
      times.set(days, { now, time })
      return time
    },
  }
}

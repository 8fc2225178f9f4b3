import type { DigestFrequency } from '@readroom/contracts/turnaround/digests'
import type { Temporal } from 'temporal-polyfill'
import { dayOf, instantOf } from '../../studies/deadline-rules/working-time.ts'

type Schedule = { frequency: DigestFrequency; sendAt: string }

/** Returns the first day of the present day, week or month. A week begins on Monday. */
const startOf: Record<DigestFrequency, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  daily: (day) => day,
  weekly: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
  monthly: (day) => day.with({ day: 1 }),
}

const lengthOf: Record<DigestFrequency, Temporal.DurationLike> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
}

/** Returns when a digest is sent next, after an instant. `zone`: IANA name of the clinic's zone. */
export function nextDigestAt({ frequency, sendAt }: Schedule, after: Date, zone: string): Date {
  const start = startOf[frequency](dayOf(after, zone))
  const sent = instantOf(start, sendAt, zone)
  return new Date(sent > after.getTime() ? sent : instantOf(start.add(lengthOf[frequency]), sendAt, zone))
}

/** The first and the last day of what a digest tells of: YYYY-MM-DD. */
export type DigestPeriod = { fromDate: string; toDate: string }

/** Returns the last whole day, week or month before an instant. */
export function digestPeriodAt(frequency: DigestFrequency, at: Date, zone: string): DigestPeriod {
  const end = startOf[frequency](dayOf(at, zone))
  return { fromDate: end.subtract(lengthOf[frequency]).toString(), toDate: end.subtract({ days: 1 }).toString() }
}

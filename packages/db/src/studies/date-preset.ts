import type { DatePreset } from '@readroom/contracts/studies/study-filters'

/** Calendar days as yyyy-mm-dd, both included; null is open. */
export type DayRange = { from: string | null; to: string | null }

const dayMs = 86_400_000

/** Calendar arithmetic happens in UTC, where every day has 24 hours. */
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Kept, because making one costs more than a query. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day that it is in an IANA time zone. */
export function dayOf(instant: Date, zone: string): string {
  const parts = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', parts)
  formats.set(zone, format)
  return format.format(instant)
}

/** Days since Monday (ISO 8601). */
const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7

const rangeFrom: Partial<Record<DatePreset, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: plusDays(today, -1), to: plusDays(today, -1) }),
  thisWeek: (today) => ({ from: plusDays(today, -weekday(today)), to: plusDays(today, 6 - weekday(today)) }),
  thisMonth: (today) => ({ from: `${today.slice(0, 8)}01`, to: lastOfMonth(today) }),
}

function lastOfMonth(day: string): string {
  const next = new Date(`${day.slice(0, 8)}01`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return plusDays(next.toISOString().slice(0, 10), -1)
}

/** The calendar days in `zone` that a preset means at `now`; null if it means no whole days. */
export function dayRangeOf(preset: DatePreset, now: Date, zone: string): DayRange | null {
  return rangeFrom[preset]?.(dayOf(now, zone)) ?? null
}

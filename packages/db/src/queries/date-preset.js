const dayMs = 86_400_000
/** Calendar arithmetic happens in UTC, where every day has 24 hours. */
const plusDays = (day, days) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** Kept, because making one costs more than a query. */
const formats = new Map()
/** The calendar day that it is in an IANA time zone. */
export function dayOf(instant, zone) {
  const parts = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', parts)
  formats.set(zone, format)
  return format.format(instant)
}
/** Days since Monday (ISO 8601). */
const weekday = (day) => (new Date(day).getUTCDay() + 6) % 7
const rangeFrom = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: plusDays(today, -1), to: plusDays(today, -1) }),
  thisWeek: (today) => ({ from: plusDays(today, -weekday(today)), to: plusDays(today, 6 - weekday(today)) }),
  thisMonth: (today) => ({ from: `${today.slice(0, 8)}01`, to: lastOfMonth(today) }),
}
function lastOfMonth(day) {
  const next = new Date(`${day.slice(0, 8)}01`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return plusDays(next.toISOString().slice(0, 10), -1)
}
/** The calendar days in `zone` that a preset means at `now`; null where it means no whole days. */
export function dayRangeOf(preset, now, zone) {
  return rangeFrom[preset]?.(dayOf(now, zone)) ?? null
}
//# sourceMappingURL=date-preset.js.map

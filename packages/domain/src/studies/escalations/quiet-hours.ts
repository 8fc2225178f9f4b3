import { Temporal } from 'temporal-polyfill'

/** Times of day, HH:MM. They may go past midnight. Null: there are none. */
export type QuietHours = { quietFrom: string | null; quietTo: string | null }

/** Returns the instant at which the quiet hours of an instant end, by the clock of a zone. Null outside of them. */
export function quietUntil({ quietFrom, quietTo }: QuietHours, now: Date, zone: string): Date | null {
  if (quietFrom === null || quietTo === null) return null
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const at = (time: string, days: number) =>
    here.toPlainDate().add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
  const isOvernight = quietFrom > quietTo
  for (const day of [-1, 0]) {
    const [from, to] = [at(quietFrom, day), at(quietTo, isOvernight ? day + 1 : day)]
    if (from <= now.getTime() && now.getTime() < to) return new Date(to)
  }
  return null
}

import { Temporal } from 'temporal-polyfill'
import { clinicTimeZone } from '../format.ts'

const zoneId = () => clinicTimeZone() ?? Temporal.Now.timeZoneId()

/** Returns the day (yyyy-mm-dd) and time (hh:mm) of an ISO instant in the clinic's zone, as form fields hold them. */
export function toClinicTime(iso: string): { day: string; time: string } {
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO(zoneId())
  return { day: at.toPlainDate().toString(), time: at.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/**
 * Returns the ISO instant of a day and time in the clinic's zone. A time that the clocks skip moves on by an hour; of one that comes twice, the first
 * counts. Null: the time is none.
 */
export function fromClinicTime(day: string, time: string): string | null {
  const [, hour, minute] = /^(\d{1,2})[:.](\d{2})$/.exec(time.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  const at = Temporal.PlainDate.from(day).toPlainDateTime({ hour: Number(hour), minute: Number(minute) })
  return at.toZonedDateTime(zoneId()).toInstant().toString()
}

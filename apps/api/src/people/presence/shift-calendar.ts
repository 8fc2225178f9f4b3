import type { DoctorShifts } from '@readroom/domain/people/shift-feeds'
import ical, { ICalEventBusyStatus } from 'ical-generator'

type Feed = { isOwn: boolean; doctors: readonly DoctorShifts[] }

/** Returns shifts and absences as iCalendar (RFC 5545). Shifts are in UTC, so that changes of the clocks need no rules. Names no reason. */
export function shiftCalendar({ isOwn, doctors }: Feed, now: Date): string {
  const calendar = ical({ name: isOwn ? 'Readroom shifts' : 'Readroom shifts of all doctors', ttl: 60 * 60 })
  const titled = (what: string, fullName: string) => (isOwn ? what : `${what}: ${fullName}`)
  for (const { doctorId, fullName, shifts, away } of doctors) {
    for (const { from, to } of shifts) {
      const id = `${doctorId}-${from}@readroom`
      calendar.createEvent({ id, stamp: now, start: new Date(from), end: new Date(to), summary: titled('On shift', fullName) })
    }
    for (const { from, to } of away) {
      calendar.createEvent({
        id: `${doctorId}-away-${from}@readroom`,
        stamp: now,
        allDay: true,
        start: new Date(`${from}T00:00:00Z`),
        // The end of an event is the first day after it.
        end: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000),
        summary: titled('Away', fullName),
        busystatus: ICalEventBusyStatus.OOF,
      })
    }
  }
  return calendar.toString()
}

import type { DoctorWeek, PresenceWeek } from '@readroom/contracts/people/presence'

/** A doctor with shifts who reads everything. */
export const makeDoctorWeek = (_id: string, fullName: string, facts: Partial<DoctorWeek> = {}): DoctorWeek => ({
  _id,
  fullName,
  readsLabIds: null,
  readsModalities: null,
  hasShifts: true,
  availableDays: [],
  on: [],
  away: [],
  ...facts,
})

/** An hour of a day of November 2026, in UTC. */
export const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()

/** The days of the week of 23 November 2026, in UTC. */
export const weekOfDays: PresenceWeek['days'] = [23, 24, 25, 26, 27, 28, 29].map((day) => ({
  day: `2026-11-${day}`,
  from: at(day, 0),
  to: at(day + 1, 0),
}))

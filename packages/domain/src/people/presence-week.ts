import { Weekday } from '@readroom/contracts/people/doctors'
import type { DoctorWeek, PresenceWeek } from '@readroom/contracts/people/presence'
import type { Away } from '@readroom/contracts/studies/away'
import type { Db } from '@readroom/db/core/client'
import { listPresences, type PresenceOfDoctor } from '@readroom/db/people/presence'
import { Temporal } from 'temporal-polyfill'
import { type Clock, workingAt } from '../studies/assignments/eligibility.ts'
import { licensedSpans, type Span, spansOnDuty } from '../studies/assignments/presence-times.ts'
import { dayOf, instantOf } from '../studies/deadline-rules/working-time.ts'

const textOf = (at: number) => new Date(at).toISOString()
const midnight = (day: Temporal.PlainDate, zone: string) => instantOf(day, '00:00', zone)

function daysFrom(monday: Temporal.PlainDate, zone: string) {
  return Array.from({ length: 7 }, (_, index) => {
    const day = monday.add({ days: index })
    return { day: day.toString(), from: midnight(day, zone), to: midnight(day.add({ days: 1 }), zone) }
  })
}

/** Returns the parts of a time in which a doctor is on and licensed, in order. None without shifts. `zone`: the clinic's, of the license. */
export function spansWorked({ presence, licenseExpiresOn }: PresenceOfDoctor, within: Span, zone: string): Span[] {
  if (!presence) return []
  return licensedSpans(spansOnDuty(presence, within), licenseExpiresOn, zone)
}

function toDoctorWeek(doctor: PresenceOfDoctor, week: Span, zone: string): DoctorWeek {
  const { id, fullName, readsLabIds, readsModalities, presence } = doctor
  const [first, last] = [week.from, week.to - 1].map((at) => dayOf(new Date(at), presence?.timeZone ?? zone).toString())
  const isInWeek = ({ from, to }: { from: string; to: string }) => to >= (first ?? '') && from <= (last ?? '')
  return {
    _id: id,
    fullName,
    readsLabIds,
    readsModalities,
    hasShifts: presence !== null && presence.shifts.length > 0,
    availableDays: doctor.availableDays.flatMap((day) => Weekday.safeParse(day).data ?? []),
    on: spansWorked(doctor, week, zone).map(({ from, to }) => ({ from: textOf(from), to: textOf(to) })),
    away: (presence?.absences ?? []).filter(isInWeek).map(({ from, to }) => ({ from, to })),
  }
}

/** Returns who is on in the clinic's week of a day, from Monday. Without a day in the present week. */
export async function readWeek(
  db: Db,
  day: string | undefined,
  { now, zone }: { now: Date; zone: string },
): Promise<PresenceWeek> {
  const asked = day === undefined ? dayOf(now, zone) : Temporal.PlainDate.from(day)
  const days = daysFrom(asked.subtract({ days: asked.dayOfWeek - 1 }), zone)
  const week = { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) }
  const doctors = await listPresences(db)
  return {
    days: days.map(({ from, to, ...rest }) => ({ ...rest, from: textOf(from), to: textOf(to) })),
    doctors: doctors.map((doctor) => toDoctorWeek(doctor, week, zone)),
  }
}

/** Returns the doctors who can be assigned studies and do not work at an instant. */
export const listAway = async (db: Db, clock: Clock): Promise<{ doctorId: string; reason: Away }[]> =>
  (await listPresences(db)).flatMap((doctor) => workingAt(doctor, clock).away.map((reason) => ({ doctorId: doctor.id, reason })))

import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Id, Instant, line } from '../core/primitives.ts'
import { TimeZone } from '../core/time-zone.ts'
import { Away } from '../studies/away.ts'
import { minuteOfDay, TimeOfDay } from '../studies/office-calendars.ts'
import { Reads, Weekday, weekdays } from './doctors.ts'

/** A weekly shift. One whose end is not after its start ends on the next day. From midnight to midnight it is the whole day. */
export const Shift = z
  .strictObject({ weekday: Weekday, from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to || from === '00:00', {
    path: ['to'],
    error: 'The end must differ from the start. A whole day is 0:00-24:00',
  })
export type Shift = z.infer<typeof Shift>

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** Reports whether the shift ends on the day after its weekday. */
export const endsNextDay = ({ from, to }: Pick<Shift, 'from' | 'to'>): boolean => to <= from

/** Returns a shift as it is typed: `16:00-24:00`. */
export const typedShift = ({ from, to }: Pick<Shift, 'from' | 'to'>): string => `${from}-${to === '00:00' ? '24:00' : to}`

const startOf = ({ weekday, from }: Shift) => weekdays.indexOf(weekday) * dayMinutes + minuteOfDay(from)
const lengthOf = (shift: Shift) => minuteOfDay(shift.to) - minuteOfDay(shift.from) + (endsNextDay(shift) ? dayMinutes : 0)

/** Reports whether two shifts share a minute of the week, which ends on Sunday and begins again. */
export function shiftsOverlap(one: Shift, other: Shift): boolean {
  const after = (startOf(other) - startOf(one) + weekMinutes) % weekMinutes
  return after < lengthOf(one) || weekMinutes - after < lengthOf(other)
}

export const maxShifts = 50
export const maxAbsences = 100

const byStart = (one: Shift, other: Shift) => startOf(one) - startOf(other)

const Shifts = z
  .array(Shift)
  .max(maxShifts)
  .superRefine((shifts, context) => {
    shifts.forEach((shift, index) => {
      if (shifts.some((other, place) => place < index && shiftsOverlap(other, shift)))
        context.addIssue({ code: 'custom', path: [index, 'from'], message: 'Shifts must not overlap' })
    })
  })
  .overwrite((shifts) => shifts.toSorted(byStart))

/** Days on which a doctor is away, the first and the last included. */
export const Absence = z
  .strictObject({ from: CalendarDate, to: CalendarDate, reason: line(100) })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day must not be before the first' })
export type Absence = z.infer<typeof Absence>

/** When a doctor works. Times and days are those of the zone. */
export const PresenceFields = z.strictObject({
  timeZone: TimeZone,
  /** In the order of the week. None: the doctor's available days count. */
  shifts: Shifts,
  /** In order. Those that are over are not kept. */
  absences: z
    .array(Absence)
    .max(maxAbsences)
    .overwrite((absences) => absences.toSorted((one, other) => one.from.localeCompare(other.from))),
})
export type PresenceFields = z.infer<typeof PresenceFields>

/** When a doctor works, as it was saved last (docs/decisions/people/presence.md). */
export const Presence = z.object({
  ...PresenceFields.shape,
  /** 0: nothing was saved yet. */
  version: z.int().nonnegative(),
})
export type Presence = z.infer<typeof Presence>

const Span = z.object({ from: Instant, to: Instant })

/** A doctor who can be assigned studies, in a week. */
export const DoctorWeek = z.object({
  _id: Id,
  fullName: z.string(),
  ...Reads.pick({ readsLabIds: true, readsModalities: true }).shape,
  /** False: the doctor has no shifts, and works on the available days. */
  hasShifts: z.boolean(),
  availableDays: z.array(Weekday),
  /** The parts of the week in which the doctor is on, in order: shifts without absences, up to the last day of the license. */
  on: z.array(Span),
  /** Absences that touch the week, in days of the doctor's zone. */
  away: z.array(z.object({ from: CalendarDate, to: CalendarDate })),
})
export type DoctorWeek = z.infer<typeof DoctorWeek>

/** A day whose week can be shown. The last weeks of the calendar have days without a date of four digits. */
export const DayOfWeek = CalendarDate.refine((day) => day >= '1970-01-05' && day < '3000-01-01', 'is too far away')

/** A week of the clinic, from Monday. */
export const PresenceWeek = z.object({
  /** The days in the clinic's zone, each from midnight to midnight. */
  days: z.array(z.object({ day: CalendarDate, ...Span.shape })).length(7),
  /** By name. */
  doctors: z.array(DoctorWeek),
})
export type PresenceWeek = z.infer<typeof PresenceWeek>

const change = {
  method: 'PUT',
  body: PresenceFields.extend({ version: z.int().nonnegative() }),
  response: ok({ message: z.string() }),
  errors: ['DOCTOR_NOT_FOUND', 'ABSENCE_OVER', 'CONFLICT'],
} as const
const read = { method: 'GET', response: ok({ presence: Presence }), errors: ['DOCTOR_NOT_FOUND'] } as const
const own = { access: 'profile.edit', scope: 'none', path: '/api/doctor/presence' } as const
const onDoctor = {
  access: 'doctor.manage',
  scope: 'none',
  path: '/api/admin/doctors/presence/:doctorId',
  params: z.object({ doctorId: Id }),
} as const

export const presenceEndpoints = defineEndpoints({
  readOwn: { ...own, ...read, summary: 'Shifts and absences of the calling doctor' },
  changeOwn: { ...own, ...change, summary: 'Change shifts and absences of the calling doctor' },
  read: { ...onDoctor, ...read, summary: 'Shifts and absences of a doctor' },
  week: {
    method: 'GET',
    path: '/api/admin/presence/week',
    summary: 'The shifts and absences of every doctor in the week of a day; without a day in the present week',
    access: 'doctor.manage',
    scope: 'none',
    query: z.strictObject({ day: DayOfWeek.optional() }),
    response: ok({ week: PresenceWeek }),
    errors: [],
  },
  away: {
    method: 'GET',
    path: '/api/admin/presence/away',
    summary: 'Doctors who can be assigned studies and do not work now, with the reason',
    access: 'assignment.edit',
    scope: 'none',
    response: ok({ away: z.array(z.object({ doctorId: Id, reason: Away })) }),
    errors: [],
  },
  change: { ...onDoctor, ...change, summary: 'Change shifts and absences of a doctor' },
})

import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Id, line } from '../core/primitives.ts'
import { TimeZone } from '../core/time-zone.ts'

/** A time of day in the calendar's zone: HH:MM. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30')

/** A closing time. 24:00 is the end of the day. */
const ClosingTime = z.union([z.literal('24:00'), TimeOfDay])

const OpeningHours = z.strictObject({ from: TimeOfDay, to: ClosingTime })
export type OpeningHours = z.infer<typeof OpeningHours>

/** Returns the minutes from midnight to a time of day. */
export function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const lengthOf = ({ from, to }: OpeningHours) => minuteOfDay(to) - minuteOfDay(from)

/** The opening hours of one weekday, in order. None: closed. */
export const DayHours = z
  .array(OpeningHours, 'Enter times such as 8:00-12:00, 13:00-18:00')
  .max(6)
  .overwrite((hours) => hours.toSorted((one, other) => minuteOfDay(one.from) - minuteOfDay(other.from)))
  .superRefine((hours, context) => {
    hours.forEach((one, index) => {
      const next = hours[index + 1]
      if (lengthOf(one) <= 0)
        context.addIssue({ code: 'custom', path: [index, 'to'], message: 'The end must be after the start' })
      else if (next && minuteOfDay(next.from) < minuteOfDay(one.to))
        context.addIssue({ code: 'custom', path: [index + 1, 'from'], message: 'Opening hours must not overlap' })
    })
  })
export type DayHours = z.infer<typeof DayHours>

/** The shortest week. Deadlines in a calendar that is hardly ever open would be decades away. */
export const minWeekMinutes = 60

export const maxHolidays = 400

const WeekHours = z
  .array(DayHours)
  .length(7)
  .refine((week) => week.flat().reduce((sum, hours) => sum + lengthOf(hours), 0) >= minWeekMinutes, {
    error: 'Enter opening hours of at least one hour a week',
  })

/** The fields of a calendar that an administrator writes. */
export const OfficeCalendarFields = z.strictObject({
  name: line(100).min(1, 'Please enter a name'),
  timeZone: TimeZone,
  /** From Monday to Sunday. */
  hours: WeekHours,
  /** Days without opening hours, in order. */
  holidays: z
    .array(CalendarDate)
    .max(maxHolidays)
    .overwrite((days) => [...new Set(days)].toSorted()),
})
export type OfficeCalendarFields = z.infer<typeof OfficeCalendarFields>

/** Office hours by which deadline rules count (docs/decisions/studies/office-calendars.md). */
export const OfficeCalendar = z.object({
  _id: Id,
  ...OfficeCalendarFields.shape,
  version: z.int().positive(),
})
export type OfficeCalendar = z.infer<typeof OfficeCalendar>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const onCalendar = {
  ...forAdmins,
  path: '/api/admin/office-calendars/:calendarId',
  params: z.object({ calendarId: Id }),
} as const
const done = ok({ message: z.string() })

export const officeCalendarEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/office-calendars',
    summary: 'Calendars of office hours, by name',
    response: ok({ calendars: z.array(OfficeCalendar) }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/office-calendars',
    summary: 'A calendar of office hours for deadline rules',
    once: true,
    body: OfficeCalendarFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['CALENDAR_NAME_TAKEN', 'HOLIDAY_IN_PAST', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onCalendar,
    method: 'PUT',
    summary: 'Change a calendar. Applies to deadlines that are set from now on',
    body: OfficeCalendarFields.extend({ version: z.int().positive() }),
    response: done,
    errors: ['CALENDAR_NOT_FOUND', 'CALENDAR_NAME_TAKEN', 'HOLIDAY_IN_PAST', 'CONFLICT'],
  },
  remove: {
    ...onCalendar,
    method: 'DELETE',
    summary: 'Delete a calendar that no deadline rule uses',
    response: done,
    errors: ['CALENDAR_NOT_FOUND', 'CALENDAR_IN_USE'],
  },
})

import { AppError } from '@readroom/contracts/core/errors'
import type { OfficeCalendarFields } from '@readroom/contracts/studies/office-calendars'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import {
  deleteOfficeCalendar,
  insertOfficeCalendar,
  isCalendarInUse,
  lockOfficeCalendar,
  type OfficeCalendarRow,
  updateOfficeCalendar,
} from '@readroom/db/studies/deadline-rules/office-calendars'
import { dayOf } from './working-time.ts'

/** Ids, codes and numbers: what the audit log may hold. */
const recorded = (id: string, { timeZone, hours, holidays }: OfficeCalendarFields) => ({
  target: { type: 'office_calendar', id },
  details: { timeZone, hours, holidays },
})

async function lockCalendar(tx: Tx, id: string): Promise<OfficeCalendarRow> {
  const calendar = await lockOfficeCalendar(tx, id)
  if (!calendar) throw new AppError('CALENDAR_NOT_FOUND')
  return calendar
}

/** A past holiday that is added is a typing error: deadlines that are set from now on never meet it. Those that were added in time stay. */
function demandComing({ holidays, timeZone }: OfficeCalendarFields, before: readonly string[]): void {
  const today = dayOf(new Date(), timeZone).toString()
  const day = holidays.find((holiday) => holiday < today && !before.includes(holiday))
  if (day !== undefined) throw new AppError('HOLIDAY_IN_PAST', { day })
}

/** Returns the new calendar's id. Throws HOLIDAY_IN_PAST. A name that another calendar has breaks a constraint. */
export async function createOfficeCalendar(tx: Tx, actor: Actor, fields: OfficeCalendarFields): Promise<string> {
  demandComing(fields, [])
  const id = await insertOfficeCalendar(tx, fields)
  await audit(tx, actor, { action: 'office_calendar.created', ...recorded(id, fields) })
  return id
}

/** Throws CALENDAR_NOT_FOUND, CONFLICT, HOLIDAY_IN_PAST. A name that another calendar has breaks a constraint. */
export async function changeOfficeCalendar(
  tx: Tx,
  actor: Actor,
  { calendarId, version, ...fields }: OfficeCalendarFields & { calendarId: string; version: number },
): Promise<void> {
  const calendar = await lockCalendar(tx, calendarId)
  if (calendar.version !== version) throw new AppError('CONFLICT')
  demandComing(fields, calendar.holidays)
  await updateOfficeCalendar(tx, calendarId, fields)
  await audit(tx, actor, { action: 'office_calendar.changed', ...recorded(calendarId, fields) })
}

/** Throws CALENDAR_NOT_FOUND, CALENDAR_IN_USE. */
export async function removeOfficeCalendar(tx: Tx, actor: Actor, calendarId: string): Promise<void> {
  const calendar = await lockCalendar(tx, calendarId)
  // A rule that is being saved waits for the lock, and then finds the calendar gone.
  if (await isCalendarInUse(tx, calendarId)) throw new AppError('CALENDAR_IN_USE')
  await deleteOfficeCalendar(tx, calendarId)
  await audit(tx, actor, { action: 'office_calendar.deleted', ...recorded(calendarId, calendar) })
}

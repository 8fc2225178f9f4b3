import { officeCalendarEndpoints as endpoints, type OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { listOfficeCalendars, type OfficeCalendarRow } from '@readroom/db/studies/deadline-rules/office-calendars'
import {
  changeOfficeCalendar,
  createOfficeCalendar,
  removeOfficeCalendar,
} from '@readroom/domain/studies/deadline-rules/office-calendars'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

const toCalendar = ({ id, name, timeZone, hours, holidays, version }: OfficeCalendarRow): OfficeCalendar => ({
  _id: id,
  name,
  timeZone,
  hours,
  holidays,
  version,
})

export function officeCalendarRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, endpoints.list, async () => ({ calendars: (await listOfficeCalendars(db)).map(toCalendar) }))
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Calendar saved',
    _id: await createOfficeCalendar(tx, actor, body),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeOfficeCalendar(tx, actor, { ...params, ...body }))
    return { message: 'Calendar saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeOfficeCalendar(tx, actor, params.calendarId))
    return { message: 'Calendar deleted' }
  })
}

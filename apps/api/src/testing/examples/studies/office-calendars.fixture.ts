import { randomUUID } from 'node:crypto'
import type { DayHours } from '@readroom/contracts/studies/office-calendars'
import { createOfficeCalendar } from '@readroom/domain/studies/deadline-rules/office-calendars'
import { type Examples, get, type Scene, traced } from '../example.fixture.ts'

const root = '/api/admin/office-calendars'

/** Returns a calendar with a name of its own, so that none is there twice. */
const newCalendar = () => ({
  name: `Office ${randomUUID()}`,
  timeZone: 'Europe/Berlin',
  hours: Array.from({ length: 7 }, (): DayHours => [{ from: '08:00', to: '18:00' }]),
  holidays: ['2199-12-25'],
})

const makeCalendar = async ({ api, cast }: Scene): Promise<string> =>
  api.db.transaction((tx) => createOfficeCalendar(tx, cast.admin, newCalendar()))

export const officeCalendarExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit office_calendar.created'] }, async () => ({
    method: 'POST',
    url: root,
    payload: newCalendar(),
  })),
  [`PUT ${root}/:calendarId`]: traced('ADMIN', { leaves: ['audit office_calendar.changed'] }, async (scene) => ({
    method: 'PUT',
    url: `${root}/${await makeCalendar(scene)}`,
    payload: { ...newCalendar(), version: 1 },
  })),
  [`DELETE ${root}/:calendarId`]: traced('ADMIN', { leaves: ['audit office_calendar.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: `${root}/${await makeCalendar(scene)}`,
  })),
}

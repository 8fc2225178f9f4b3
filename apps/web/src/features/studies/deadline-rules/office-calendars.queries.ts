import {
  type OfficeCalendar,
  type OfficeCalendarFields,
  officeCalendarEndpoints,
} from '@readroom/contracts/studies/office-calendars'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { deadlineRulesKey } from './deadline-rules.queries.ts'

export const officeCalendarsOptions = queryOptions({
  // Previews and rules depend on the calendars: a change reads all of them again.
  queryKey: [...deadlineRulesKey, 'calendars'],
  queryFn: ({ signal }) => api.call(officeCalendarEndpoints.list, {}, { signal }).then(({ calendars }) => calendars),
  staleTime: 0,
})

/** Creates a calendar, or changes the given one. */
export const saveOfficeCalendar = (calendar: OfficeCalendar | null, fields: OfficeCalendarFields) =>
  calendar
    ? api.call(officeCalendarEndpoints.update, {
        params: { calendarId: calendar._id },
        body: { ...fields, version: calendar.version },
      })
    : api.call(officeCalendarEndpoints.create, { body: fields })

export const deleteOfficeCalendar = ({ _id }: OfficeCalendar) =>
  api.call(officeCalendarEndpoints.remove, { params: { calendarId: _id } })

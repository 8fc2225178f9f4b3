import { randomUUID } from 'node:crypto'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { auditLog } from '@readroom/db/core/audit.schema'
import { deadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules.schema'
import { officeCalendars } from '@readroom/db/studies/deadline-rules/office-calendars.schema'
import { createCast } from '@readroom/db/testing/factories'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/office-calendars'
const open = { from: '08:00', to: '18:00' }
const week = [[open], [open], [open], [open], [open], [], []]
const office = { name: 'Office', timeZone: 'Europe/Berlin', hours: week, holidays: ['2199-12-25', '2199-12-26'] }
const onMonday = (...hours: { from: string; to: string }[]) => ({ hours: [hours, ...week.slice(1)] })

describe('office calendars', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    await api.db.delete(deadlineRules)
    await api.db.delete(officeCalendars)
  })

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    api.request({ method, url: `${root}${path}`, ...(payload && { payload }) }, cast.admin)
  const create = async (fields: object = {}): Promise<string> => (await send('POST', '', { ...office, ...fields })).json()._id
  const list = async (): Promise<OfficeCalendar[]> => (await send('GET')).json().calendars
  const code = async (answer: ReturnType<typeof send>) => (await answer).json().code

  it('are listed by name, with their hours and holidays in order and once', async () => {
    await create({ name: 'week' })
    const split = [
      { from: '13:00', to: '24:00' },
      { from: '00:00', to: '12:00' },
    ]
    await create({ ...onMonday(...split), holidays: ['2199-12-26', '2199-12-25', '2199-12-26'] })
    expect(await list()).toMatchObject([{ ...office, ...onMonday(...split.toReversed()), version: 1 }, { name: 'week' }])
  })

  it.each([
    ['name', { name: ' ' }],
    ['timeZone', { timeZone: 'Europe/Bonn' }],
    ['hours', { hours: week.slice(1) }],
    ['hours', { hours: week.map(() => []) }],
    ['hours.0.0.to', onMonday({ from: '18:00', to: '08:00' })],
    ['hours.0.0.to', onMonday({ from: '08:00', to: '08:00' })],
    ['hours.0.1.from', onMonday({ from: '08:00', to: '12:00' }, { from: '11:59', to: '18:00' })],
    ['hours.0.0.from', onMonday({ from: '24:00', to: '24:00' })],
    ['holidays.0', { holidays: ['2026-02-29'] }],
  ])('refuse a wrong %s %j and change nothing', async (field, fields) => {
    const id = await create()
    const before = await list()
    for (const answer of [
      await send('POST', '', { ...office, name: 'Other', ...fields }),
      await send('PUT', `/${id}`, { ...office, ...fields, version: 1 }),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'INVALID_FIELD', message: expect.stringContaining(field) })
    }
    expect(await list()).toEqual(before)
  })

  it('refuse a past holiday that is added, and keep one that was added in time', async () => {
    const past = { holidays: ['2020-12-25'] }
    expect((await send('POST', '', { ...office, ...past })).json()).toMatchObject({
      code: 'HOLIDAY_IN_PAST',
      message: 'The holiday 2020-12-25 is in the past. Add days from today on.',
    })
    const id = await create()
    expect(await code(send('PUT', `/${id}`, { ...office, ...past, version: 1 }))).toBe('HOLIDAY_IN_PAST')
    await api.db.update(officeCalendars).set(past)
    expect(await code(send('PUT', `/${id}`, { ...office, ...past, name: 'Renamed', version: 1 }))).toBeUndefined()
    expect(await list()).toMatchObject([{ name: 'Renamed', ...past, version: 2 }])
  })

  it('refuse a second calendar of a name, a missing calendar, and a change of an older version', async () => {
    const id = await create()
    expect(await code(send('POST', '', { ...office, name: 'OFFICE' }))).toBe('CALENDAR_NAME_TAKEN')
    expect(await code(send('PUT', `/${randomUUID()}`, { ...office, version: 1 }))).toBe('CALENDAR_NOT_FOUND')
    expect(await code(send('DELETE', `/${randomUUID()}`))).toBe('CALENDAR_NOT_FOUND')
    await send('PUT', `/${id}`, { ...office, timeZone: 'UTC', version: 1 })
    expect(await code(send('PUT', `/${id}`, { ...office, version: 1 }))).toBe('CONFLICT')
    expect(await list()).toMatchObject([{ timeZone: 'UTC', version: 2 }])
  })

  it('cannot be deleted while a rule uses them', async () => {
    const calendarId = await create()
    const rule = { labId: null, urgency: null, modality: null, minutes: 60, calendarId }
    const made = await api.request({ method: 'POST', url: '/api/admin/deadline-rules', payload: rule }, cast.admin)
    expect(await code(send('DELETE', `/${calendarId}`))).toBe('CALENDAR_IN_USE')
    await api.request({ method: 'DELETE', url: `/api/admin/deadline-rules/${made.json()._id}` }, cast.admin)
    expect((await send('DELETE', `/${calendarId}`)).json()).toEqual({ success: true, message: 'Calendar deleted' })
    expect(await list()).toEqual([])
  })

  it('leave every change in the audit log, without their names', async () => {
    const id = await create()
    const { name: _name, ...recorded } = office
    await send('PUT', `/${id}`, { ...office, holidays: [], version: 1 })
    await send('DELETE', `/${id}`)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(asc(auditLog.id))
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['office_calendar.created', recorded],
      ['office_calendar.changed', { ...recorded, holidays: [] }],
      ['office_calendar.deleted', { ...recorded, holidays: [] }],
    ])
  })
})

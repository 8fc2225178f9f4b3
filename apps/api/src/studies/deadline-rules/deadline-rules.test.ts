import { randomUUID } from 'node:crypto'
import type { DeadlineRule } from '@readroom/contracts/studies/deadline-rules'
import { auditLog } from '@readroom/db/core/audit.schema'
import { findFridayEvening } from '@readroom/db/studies/deadline-rules/deadline-rules'
import { deadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules.schema'
import { lockStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { transition } from '@readroom/domain/studies/transition'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/deadline-rules'
const everyStudy = {
  labId: null,
  urgency: null,
  modality: null,
  minutes: 600,
  calendarId: null,
  readyBefore: null,
  dueBy: null,
  warningPercent: 75,
}
/** In place of minutes. */
const cutOff = { minutes: null, readyBefore: '16:00', dueBy: '18:00' }

describe('deadline rules', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Europe/Berlin' } })
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(() => api.db.delete(deadlineRules))

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    api.request({ method, url: `${root}${path}`, ...(payload && { payload }) }, cast.admin)
  const create = async (fields: object = {}): Promise<string> => {
    const answer = await send('POST', '', { ...everyStudy, ...fields })
    expect(answer.json()).toMatchObject({ success: true, message: 'Deadline rule saved' })
    return answer.json()._id
  }
  const list = async (): Promise<DeadlineRule[]> => (await send('GET')).json().rules
  const preview = async (query: string) => (await send('GET', `/preview?${query}`)).json().preview

  /** Settles a new study of laboratory A. Returns its minutes from ready to due. */
  async function settle(studyId: string): Promise<number> {
    const study = await api.db.transaction(async (begun) => {
      const [tx, found] = await lockStudy(begun, cast.admin, studyId)
      if (!found) throw new Error('no such study')
      return transition(tx, found, 'settled', { actorUserId: null })
    })
    return ((study.dueAt?.getTime() ?? 0) - (study.readyAt?.getTime() ?? 0)) / 60_000
  }
  const settleNew = async () => settle((await createStudy(api.db, { labId: cast.labA.id, modalities: ['CT'] })).id)

  it('lists the most specific rules first', async () => {
    await create()
    await create({ modality: 'CT' })
    await create({ urgency: 'HIGH' })
    await create({ labId: cast.labA.id })
    await create({ labId: cast.labA.id, urgency: 'STAT', modality: 'MR', minutes: 20, warningPercent: 50 })
    const places = (await list()).map(({ labName, urgency, modality }) => [labName, urgency, modality])
    expect(places).toEqual([
      [cast.labA.name, 'STAT', 'MR'],
      [cast.labA.name, null, null],
      [null, 'HIGH', null],
      [null, null, 'CT'],
      [null, null, null],
    ])
  })

  it('count for studies that become ready after a change; others keep their deadline', async () => {
    const { id: before } = await createStudy(api.db, { labId: cast.labA.id, modalities: ['CT'] })
    expect(await settle(before)).toBe(1440)
    const deadlineOf = async (studyId: string) => {
      const [study] = await api.db.select({ dueAt: studies.dueAt }).from(studies).where(eq(studies.id, studyId))
      return study?.dueAt
    }
    const deadline = await deadlineOf(before)
    const ruleId = await create({ labId: cast.labA.id, modality: 'CT', minutes: 200 })
    expect(await settleNew()).toBe(200)
    await send('PUT', `/${ruleId}`, { ...everyStudy, labId: cast.labA.id, modality: 'CT', minutes: 100, version: 1 })
    expect(await settleNew()).toBe(100)
    await send('DELETE', `/${ruleId}`)
    expect(await settleNew()).toBe(1440)
    expect(await deadlineOf(before)).toEqual(deadline)
  })

  it.each([
    ['minutes', { minutes: 0 }],
    ['minutes', { minutes: null }],
    ['minutes', { ...cutOff, minutes: 60 }],
    ['calendarId', cutOff],
    ['readyBefore', { ...cutOff, calendarId: randomUUID(), readyBefore: null }],
    ['readyBefore', { ...cutOff, calendarId: randomUUID(), readyBefore: '24:00' }],
    ['dueBy', { ...cutOff, calendarId: randomUUID(), dueBy: null }],
    ['dueBy', { ...cutOff, calendarId: randomUUID(), dueBy: '16:00' }],
    ['minutes', { minutes: 43_201 }],
    ['minutes', { minutes: 1.5 }],
    ['warningPercent', { warningPercent: 100 }],
    ['modality', { modality: 'MRI' }],
    ['modality', { modality: 'SR' }],
    ['urgency', { urgency: 'routine' }],
    ['labId', { labId: 'CITYLAB' }],
  ])('refuses a wrong %s %j and changes nothing', async (field, fields) => {
    const ruleId = await create()
    const before = await list()
    for (const answer of [
      await send('POST', '', { ...everyStudy, urgency: 'HIGH', ...fields }),
      await send('PUT', `/${ruleId}`, { ...everyStudy, ...fields, version: 1 }),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'INVALID_FIELD', message: expect.stringContaining(field) })
    }
    expect(await list()).toEqual(before)
  })

  it.each([
    ['every study', {}],
    ['a laboratory', { labId: 'A' }],
    ['an urgency and a modality', { urgency: 'STAT', modality: 'US' }],
  ])(
    'cannot be there twice for %s',
    async (_name, { labId, ...fields }: { labId?: string; urgency?: string; modality?: string }) => {
      const place = { ...fields, ...(labId && { labId: cast.labA.id }) }
      await create(place)
      const other = await create({ urgency: 'NORMAL', modality: 'MG' })
      const before = await list()
      for (const answer of [
        await send('POST', '', { ...everyStudy, ...place, minutes: 5 }),
        await send('PUT', `/${other}`, { ...everyStudy, ...place, version: 1 }),
      ]) {
        expect(answer.statusCode).toBe(409)
        expect(answer.json()).toMatchObject({ code: 'DEADLINE_RULE_EXISTS' })
      }
      expect(await list()).toEqual(before)
    },
  )

  it('refuses a laboratory or a rule that is not there, and a change of an older version', async () => {
    const ruleId = await create()
    const code = async (answer: ReturnType<typeof send>) => (await answer).json().code
    expect(await code(send('POST', '', { ...everyStudy, labId: randomUUID() }))).toBe('LAB_NOT_FOUND')
    expect(await code(send('POST', '', { ...everyStudy, urgency: 'HIGH', calendarId: randomUUID() }))).toBe('CALENDAR_NOT_FOUND')
    expect(await code(send('POST', '/preview', { minutes: 60, calendarId: randomUUID() }))).toBe('CALENDAR_NOT_FOUND')
    expect(await code(send('PUT', `/${randomUUID()}`, { ...everyStudy, version: 1 }))).toBe('DEADLINE_RULE_NOT_FOUND')
    expect(await code(send('DELETE', `/${randomUUID()}`))).toBe('DEADLINE_RULE_NOT_FOUND')
    await send('PUT', `/${ruleId}`, { ...everyStudy, minutes: 30, version: 1 })
    expect(await code(send('PUT', `/${ruleId}`, { ...everyStudy, minutes: 40, version: 1 }))).toBe('CONFLICT')
    expect(await list()).toMatchObject([{ minutes: 30, version: 2 }])
  })

  it('go with their laboratory', async () => {
    const lab = await createLab(api.db)
    await create({ labId: lab.id })
    const answer = await api.request({ method: 'DELETE', url: `/api/admin/labs/delete/${lab.id}` }, cast.admin)
    expect(answer.statusCode).toBe(200)
    expect(await list()).toEqual([])
  })

  it('leave every change in the audit log', async () => {
    const ruleId = await create({ modality: 'CT' })
    await send('PUT', `/${ruleId}`, { ...everyStudy, urgency: 'HIGH', minutes: 30, warningPercent: 60, version: 1 })
    await send('DELETE', `/${ruleId}`)
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, ruleId)).orderBy(asc(auditLog.id))
    const after = { ...everyStudy, urgency: 'HIGH', minutes: 30, warningPercent: 60 }
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['deadline_rule.created', { ...everyStudy, modality: 'CT' }],
      ['deadline_rule.changed', after],
      ['deadline_rule.deleted', after],
    ])
  })

  it('preview the rule that counts, and two due times in the zone of the clinic', async () => {
    const ruleId = await create({ labId: cast.labA.id, urgency: 'URGENT', minutes: 240 })
    await create({ modality: 'CT', minutes: 60 })
    const shown = await preview(`labId=${cast.labA.id}&urgency=URGENT&modality=CT`)
    expect(shown).toMatchObject({ ruleId, minutes: 240, warningPercent: 75 })
    for (const { readyAt, dueAt } of [shown.now, shown.friday]) expect(Date.parse(dueAt) - Date.parse(readyAt)).toBe(240 * 60_000)
    const inBerlin = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    })
    expect(inBerlin.format(new Date(shown.friday.readyAt))).toBe('Friday 17:30')
    expect(await preview('urgency=STAT&modality=CT')).toMatchObject({ minutes: 60 })
    expect(await preview('urgency=STAT')).toMatchObject({ ruleId: null, minutes: 60, warningPercent: 75 })
    expect(await preview('urgency=HIGH&modality=MR')).toMatchObject({ ruleId: null, minutes: 480 })
  })

  it('count the working time of their calendar, for studies and previews alike', async () => {
    // Open on the day after tomorrow only, whatever day it is, from midnight to midnight.
    const day = new Date(Date.now() + 2 * 1440 * 60_000)
    const hours = Array.from({ length: 7 }, (_, index) =>
      index === (day.getUTCDay() + 6) % 7 ? [{ from: '00:00', to: '24:00' }] : [],
    )
    const calendar = { name: `Night ${randomUUID()}`, timeZone: 'UTC', hours, holidays: [] }
    const made = await api.request({ method: 'POST', url: '/api/admin/office-calendars', payload: calendar }, cast.admin)
    const calendarId = made.json()._id
    const dueAt = (time: string) => `${day.toISOString().slice(0, 10)}T${time}:00.000Z`
    const unsaved = (timing: object) => send('POST', '/preview', { calendarId, ...timing })
    expect((await unsaved({ minutes: 90 })).json().preview.now.dueAt).toBe(dueAt('01:30'))
    expect((await unsaved(cutOff)).json().preview.now.dueAt).toBe(dueAt('18:00'))

    await create({ labId: cast.labA.id, calendarId, minutes: 90 })
    await create({ labId: cast.labA.id, modality: 'MR', calendarId, ...cutOff })
    expect(await list()).toMatchObject([
      { ...cutOff, calendarName: calendar.name },
      { minutes: 90, calendarName: calendar.name },
    ])
    expect((await preview(`labId=${cast.labA.id}&urgency=HIGH&modality=CT`)).now.dueAt).toBe(dueAt('01:30'))
    const dueOf = async (modality: string) => {
      const { id } = await createStudy(api.db, { labId: cast.labA.id, modalities: [modality] })
      await settle(id)
      const [study] = await api.db.select({ dueAt: studies.dueAt }).from(studies).where(eq(studies.id, id))
      return study?.dueAt?.toISOString()
    }
    expect(await dueOf('CT')).toBe(dueAt('01:30'))
    expect(await dueOf('MR')).toBe(dueAt('18:00'))
  })

  it.each([
    ['Europe/Berlin', '2026-10-23T15:29:59Z', '2026-10-23T15:30:00Z'],
    ['Europe/Berlin', '2026-10-23T15:30:00Z', '2026-10-30T16:30:00Z'],
    ['America/New_York', '2026-03-07T12:00:00Z', '2026-03-13T21:30:00Z'],
    ['Asia/Kolkata', '2028-02-28T20:00:00Z', '2028-03-03T12:00:00Z'],
  ])('the Friday evening of %s after %s is %s', async (zone, after, friday) => {
    expect(await findFridayEvening(api.db, { after: new Date(after), zone })).toEqual(new Date(friday))
  })
})

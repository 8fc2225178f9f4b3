import { weekdays } from '@readroom/contracts/people/doctors'
import type { PresenceFields } from '@readroom/contracts/people/presence'
import { users } from '@readroom/db/access/accounts.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createActor, createCast, createDoctor } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

type Caller = typeof cast.admin

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const nights: PresenceFields = {
  timeZone: 'Asia/Kathmandu',
  shifts: weekdays.map((weekday) => ({ weekday, from: '22:00', to: '06:00' })),
  absences: [{ from: inDays(20), to: inDays(22), reason: 'Operation' }],
}

async function newDoctor(fullName: string) {
  const { user, doctor } = await createDoctor(api.db)
  await api.db.update(users).set({ fullName }).where(eq(users.id, user.id))
  await api.db.insert(doctorPresence).values({ doctorId: doctor.id, ...nights })
  return { user, doctorId: doctor.id, actor: await createActor(api.db, user) }
}

const create = async (caller: Caller): Promise<string> => {
  const answer = await api.request({ method: 'POST', url: '/api/shift-feed' }, caller)
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json().address).pathname
}
const open = (path: string) => api.request({ method: 'GET', url: path })

/** Returns the lines of a calendar, the folded ones in one (RFC 5545, 3.1). */
const linesOf = (body: string) => body.replaceAll('\r\n ', '').split('\r\n')

it("shows a doctor's shifts in UTC and the absences without their reason", async () => {
  const { actor } = await newDoctor('Nora Night')
  await newDoctor('Dora Other')
  const answer = await open(await create(actor))
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const lines = linesOf(answer.body)
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.filter((line) => line === 'SUMMARY:On shift').length).toBeGreaterThan(80)
  // 22:00 in Kathmandu, which is 5 hours 45 minutes ahead.
  expect(lines).toContain(`DTSTART:${inDays(3).replaceAll('-', '')}T161500Z`)
  expect(lines).toContain(`DTEND:${inDays(3).replaceAll('-', '')}T001500Z`)
  expect(lines).toContain(`DTSTART;VALUE=DATE:${inDays(20).replaceAll('-', '')}`)
  expect(lines).toContain(`DTEND;VALUE=DATE:${inDays(23).replaceAll('-', '')}`)
  expect(lines).not.toContain(`DTSTART:${inDays(21).replaceAll('-', '')}T161500Z`)
  expect(answer.body).not.toMatch(/Operation|Dora/)
})

it('shows all doctors to an administrator', async () => {
  await newDoctor('Dr, Comma; and\nline')
  const { body } = await open(await create(cast.admin))
  expect(linesOf(body)).toContain('SUMMARY:On shift: Dr\\, Comma\\; and\\nline')
})

it('ends when it is removed, made again, or its account is deactivated', async () => {
  const { actor, user } = await newDoctor('Nora Night')
  const first = await create(actor)
  const second = await create(actor)
  expect((await open(first)).json().code).toBe('SHIFT_FEED_NOT_FOUND')
  expect((await open(second)).statusCode).toBe(200)
  await api.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  expect((await open(second)).statusCode).toBe(404)
  const other = (await newDoctor('Dora Day')).actor
  const third = await create(other)
  expect((await api.request({ method: 'GET', url: '/api/shift-feed' }, other)).json().feed).not.toBeNull()
  expect((await api.request({ method: 'DELETE', url: '/api/shift-feed' }, other)).statusCode).toBe(200)
  expect((await open(third)).statusCode).toBe(404)
  expect((await api.request({ method: 'GET', url: '/api/shift-feed' }, other)).json().feed).toBeNull()
})

it('opens for no other token, whatever it looks like, and leaves no token in the log or audit', async () => {
  const path = await create((await newDoctor('Nora Night')).actor)
  const token = path.split('/').at(-2) ?? ''
  const changed = [
    ...Array.from(token, (letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`),
    token.toLowerCase(),
    token.slice(0, -1),
    `${token}A`,
    `${token}%00`,
    `${token}=`,
    `%20${token}`,
    "'%20or%20true%20--",
    '..%2f..%2f',
    '%',
    'a'.repeat(1_900),
  ]
  for (const other of changed.filter((one) => one !== token)) {
    const answer = await open(`/api/calendars/${other}/shifts.ics`)
    expect([other, [400, 404].includes(answer.statusCode)]).toEqual([other, true])
  }
  const { rows } = await api.asOwner(
    `select 1 from audit_log a where a::text like '%${token}%' union all select 1 from shift_feeds f where f::text like '%${token}%'`,
  )
  expect(rows).toEqual([])
})

import { eventually } from '@readroom/local/core/eventually'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { comparePrior, recordOpening } from './open-viewer.ts'

const priorId = '01890000-0000-7000-8000-000000000777'
const row = makeRow(1)

/** Stubs the server. Returns the requests, and the addresses opened in the viewer's window. */
function serve() {
  const asked: { path: string; body: unknown }[] = []
  const led: string[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    asked.push({ path: new URL(address, 'http://readroom.test').pathname, body: JSON.parse(body) })
    const ticket = { ticket: 'T', url: `/viewer/open?ticket=T&priorId=${priorId}`, expiresIn: '60s' }
    return new Response(JSON.stringify({ success: true, message: 'Recorded', ...ticket }), { status: 200 })
  })
  const location = { href: 'about:blank', replace: (address: string) => void led.push(address) }
  vi.stubGlobal('open', () => ({ opener: window, sessionStorage: new Map(), document, location, focus: () => {} }))
  return { asked, led }
}

beforeEach(() => sessionStore.start({ ...someUser, role: 'doctor_account' }, 'token', '1h'))
afterEach(() => {
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('comparing opens the study with its prior, and records the opening for a doctor', async () => {
  const { asked, led } = serve()
  await comparePrior(row, priorId)
  await eventually(() => expect(asked).toHaveLength(2))
  expect(asked).toEqual([
    { path: '/api/auth/tickets', body: { purpose: 'viewer', studyId: row._id, viewer: 'ohif', priorId } },
    { path: `/api/admin/studies/${row.studyInstanceUID}/interaction`, body: { action: 'ohif_opened' } },
  ])
  expect(led.map((address) => new URL(address).search)).toEqual([`?ticket=T&priorId=${priorId}&viewer=ohif`])
})

test.each([
  ['does not answer', 'out of reach', 3],
  ['is overloaded', 503, 3],
  ['refuses', 404, 1],
] as const)('an opening is recorded later if the server %s', async (_words, failure, attempts) => {
  vi.useFakeTimers()
  const answers = [failure, failure, 200]
  let asked = 0
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => {
    const answer = answers[asked++]
    if (typeof answer !== 'number') throw new TypeError('Failed to fetch')
    const body = answer === 200 ? { success: true, message: 'Recorded' } : { success: false, code: 'BUSY', message: 'No.' }
    return Response.json(body, { status: answer })
  })
  recordOpening(row, 'doctor_account')
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(asked).toBe(attempts)
})

test('an opening is never recorded for the person who signs in next', async () => {
  vi.useFakeTimers()
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    throw new TypeError('Failed to fetch')
  })
  recordOpening(row, 'doctor_account')
  await vi.advanceTimersByTimeAsync(1_000)
  sessionStore.start(
    { ...someUser, _id: '01890000-0000-7000-8000-000000000888', role: 'doctor_account' },
    'token of another',
    '1h',
  )
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(asked).toBe(1)
})

import { authEndpoints } from '@readroom/contracts/access/auth'
import { discussionEndpoints } from '@readroom/contracts/studies/discussions'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { expect, test, vi } from 'vitest'
import { memoryStorage, someUser } from '../session/session.fixture.ts'
import { createSessionStore, type SessionStore } from '../session/session.ts'
import { makeCounts, makeRow } from '../studies/study.fixture.ts'
import { createApiClient, loginEndpoint } from './api-client.ts'

type Answer = { status: number; body?: unknown; etag?: string } | 'no network' | 'no answer'

const counts = { status: 200, body: makeCounts() }
const refreshed = { status: 200, body: { success: true, token: 'token-2', expiresIn: '1h' } }
const refusal = (status: number, code: string) => ({ status, body: { success: false, code, message: `Refused: ${code}` } })

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

type SetUp = { expiresIn?: string; answers: Record<string, Answer[]>; whileWaiting?: (session: SessionStore) => void }

/** Creates a client whose server gives the answers of each path in turn and repeats the last one. */
function setUp({ expiresIn = '1h', answers, whileWaiting }: SetUp) {
  const session = createSessionStore(memoryStorage())
  session.start(someUser, 'token-1', expiresIn)
  const sent: Request[] = []
  const onUnknown = vi.fn()
  const api = createApiClient({
    session,
    authBase: '',
    onUnknown,
    fetch: async (input, init) => {
      const request = new Request(new URL(String(input), 'http://readroom.test'), init)
      sent.push(request)
      whileWaiting?.(session)
      const queue = answers[new URL(request.url).pathname] ?? []
      const answer = queue.length > 1 ? queue.shift() : queue[0]
      if (answer === 'no answer') return untilAborted(request.signal)
      if (!answer || answer === 'no network') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        ...(answer.etag && { headers: { etag: answer.etag } }),
      })
    },
  })
  return { api, session, sent, onUnknown, paths: () => sent.map((request) => new URL(request.url).pathname) }
}

const values = studyEndpoints.adminValues.path
const refresh = authEndpoints.refresh.path

test('a call carries the token, and a header if it runs in the background', async () => {
  const { api, sent } = setUp({ answers: { [values]: [counts] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} }, { background: true })).resolves.toMatchObject({ total: 3 })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1')
  expect(sent[0]?.headers.get('x-readroom-background')).toBe('1')
})

test('a call ends at its deadline as a network error, or when its caller ends it', async () => {
  const { api } = setUp({ answers: { [values]: ['no answer'] } })
  const late = api.call(studyEndpoints.adminValues, { query: {} }, { deadlineMs: 1 })
  await expect(late).rejects.toMatchObject({ code: 'NETWORK' })
  const caller = new AbortController()
  const left = api.call(studyEndpoints.adminValues, { query: {} }, { deadlineMs: 60_000, signal: caller.signal })
  caller.abort()
  await expect(left).rejects.not.toMatchObject({ code: 'NETWORK' })
})

test('repeats a change by the same key until its answer is heard', async () => {
  const params = { studyId: crypto.randomUUID() }
  const answer = { _id: crypto.randomUUID(), dateTime: new Date().toISOString(), userName: 'A', userRole: 'admin', comment: 'x' }
  const made = { status: 200, body: { success: true, ...answer } }
  const answers: Answer[] = [
    'no network',
    refusal(503, 'UNAVAILABLE'),
    refusal(400, 'BAD_REQUEST'),
    'no network',
    made,
    made,
    made,
  ]
  const { api, sent } = setUp({ answers: { [`/api/studies/${params.studyId}/discussions`]: answers } })
  const say = (comment: string) => api.call(discussionEndpoints.add, { params, body: { comment } }).catch(() => null)
  for (const comment of ['x', 'x', 'x', 'x', 'x', 'x', 'y']) await say(comment)
  const keys = sent.map(({ headers }) => headers.get('idempotency-key') ?? expect.fail('no key'))
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3, 3, 5, 6])
})

test('sends no key with a request that changes nothing', async () => {
  const { api, sent } = setUp({ answers: { [values]: [counts] } })
  await api.call(studyEndpoints.adminValues, { query: {} })
  expect(sent[0]?.headers.has('idempotency-key')).toBe(false)
})

test('encodes parameters and query into the address', async () => {
  const path = '/api/admin/studies'
  const { api, sent } = setUp({
    answers: { [path]: [{ status: 200, body: { success: true, data: [], totalRecords: 0, isCapped: false, nextCursor: null } }] },
  })
  await api.call(studyEndpoints.adminAll, { query: { limit: 20, cursor: undefined } })
  expect(sent[0]?.url).toBe('http://readroom.test/api/admin/studies?limit=20')
})

const listed = (totalRecords: number, etag: string) => ({
  status: 200,
  etag,
  body: { success: true, data: [], totalRecords, isCapped: false, nextCursor: null },
})

test('asks again with the ETag and keeps the page if it still holds', async () => {
  const answers = { '/api/admin/studies': [listed(7, '"one"'), { status: 304, etag: '"two"' }, listed(8, '"three"')] }
  const { api, sent } = setUp({ answers })
  const read = async (limit = 20) => (await api.call(studyEndpoints.adminAll, { query: { limit } })).totalRecords
  expect([await read(), await read(), await read()]).toEqual([7, 7, 8])
  await read(100)
  expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"one"', '"two"', null])
})

test('a user never gets pages that the previous user has read', async () => {
  const { api, session, sent } = setUp({ answers: { '/api/admin/studies': [listed(7, '"one"')] } })
  const read = () => api.call(studyEndpoints.adminAll, { query: { limit: 20 } })
  await read()
  session.start({ ...someUser, _id: '01890000-0000-7000-8000-0000000000ff' }, 'token-3', '1h')
  await read()
  expect(sent[1]?.headers.get('if-none-match')).toBeNull()
})

test('a 401 clears the session', async () => {
  const { api, session } = setUp({ answers: { [values]: [refusal(401, 'NOT_AUTHENTICATED')] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
    status: 401,
  })
  expect(session.current()).toBeNull()
})

test('the user is told why the server ended the session', async () => {
  const message = 'An administrator ended your session. Please sign in again.'
  const body = { success: false, code: 'NOT_AUTHENTICATED', reason: 'administrator', message }
  const { api, session } = setUp({ answers: { [values]: [{ status: 401, body }] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ reason: 'administrator' })
  expect(session.farewell()).toEqual({ reason: message, userId: someUser._id })
})

test('a wrong password at sign-in leaves a running session alone', async () => {
  const { api, session } = setUp({ answers: { [loginEndpoint.path]: [refusal(401, 'INVALID_CREDENTIALS')] } })
  await expect(api.call(loginEndpoint, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ status: 401 })
  expect(session.current()).not.toBeNull()
})

const changed = { oldPassword: 'old-one', newPassword: 'new-one', confirmPassword: 'new-one' }
const changePassword = authEndpoints.changePassword.path

test.each<Answer>([refusal(401, 'CURRENT_PASSWORD_INCORRECT'), { status: 401, body: 'no words' }])(
  'a wrong current password (%j) leaves the session alone',
  async (answer) => {
    const { api, session } = setUp({ answers: { [changePassword]: [answer] } })
    await expect(api.call(authEndpoints.changePassword, { body: changed })).rejects.toMatchObject({ status: 401 })
    expect(session.current()).not.toBeNull()
  },
)

test('a 401 for a password change clears the session if the session has ended', async () => {
  const { api, session } = setUp({ answers: { [changePassword]: [refusal(401, 'NOT_AUTHENTICATED')] } })
  await expect(api.call(authEndpoints.changePassword, { body: changed })).rejects.toMatchObject({ status: 401 })
  expect(session.current()).toBeNull()
})

test('the session remembers that a generated password must be changed first', async () => {
  const { api, session } = setUp({ answers: { [values]: [refusal(403, 'PASSWORD_CHANGE_REQUIRED')] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ status: 403 })
  expect(session.current()?.user).toEqual({ ...someUser, mustChangePassword: true })
})

test('a refusal without a code, from another service, keeps its message', async () => {
  const { api } = setUp({ answers: { [values]: [{ status: 409, body: { message: 'Not today' } }] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ status: 409, message: 'Not today' })
})

test('a 401 for a token that was renewed meanwhile does not end the renewed session', async () => {
  const { api, session } = setUp({
    answers: { [values]: [refusal(401, 'NOT_AUTHENTICATED')] },
    whileWaiting: (store) => store.renew('token-2', '1h'),
  })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(session.current()?.token).toBe('token-2')
})

test.each([503, 429, 500])('%i never signs out', async (status) => {
  const { api, session } = setUp({ answers: { [values]: [refusal(status, 'UNAVAILABLE')] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ status })
  expect(session.current()).not.toBeNull()
})

test('a missing network is an error of its own', async () => {
  const { api, session } = setUp({ answers: { [values]: ['no network'] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ code: 'NETWORK', status: 0 })
  expect(session.current()).not.toBeNull()
})

test('refuses an answer of an unexpected shape', async () => {
  const { api, onUnknown } = setUp({ answers: { [values]: [{ status: 200, body: { success: true, total: 'many' } }] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ code: 'UNEXPECTED' })
  expect(onUnknown).toHaveBeenCalledOnce()
})

const page = (row: object) => ({
  status: 200,
  body: { success: true, data: [row], totalRecords: 1, isCapped: false, nextCursor: null },
})

test('shows a row of a newer server without the flag that this page does not know', async () => {
  const row = { ...makeRow(1), flags: ['imagesMissing'] }
  const newer = { ...row, flags: ['chaperone', 'imagesMissing'] }
  const { api, onUnknown } = setUp({ answers: { '/api/admin/studies': [page(newer)] } })
  const { data } = await api.call(studyEndpoints.adminAll, { query: { limit: 20 } })
  expect(data).toEqual([row])
  expect(onUnknown).toHaveBeenCalledOnce()
})

test('neither leaves out a row of a newer server nor guesses its status', async () => {
  const { api } = setUp({ answers: { '/api/admin/studies': [page({ ...makeRow(1), workflowStatus: 'sent_to_the_moon' })] } })
  await expect(api.call(studyEndpoints.adminAll, { query: { limit: 20 } })).rejects.toMatchObject({ code: 'UNEXPECTED' })
})

test('several calls near the expiry share one renewal', async () => {
  const { api, session, paths, sent } = setUp({ expiresIn: '4m', answers: { [refresh]: [refreshed], [values]: [counts] } })
  await Promise.all([1, 2, 3].map(() => api.call(studyEndpoints.adminValues, { query: {} })))
  expect(paths().filter((path) => path === refresh)).toHaveLength(1)
  expect(session.current()?.token).toBe('token-2')
  expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer token-2')
})

test('with more than 5 minutes left the token is not renewed', async () => {
  const { api, paths } = setUp({ expiresIn: '6m', answers: { [values]: [counts] } })
  await api.call(studyEndpoints.adminValues, { query: {} })
  expect(paths()).toEqual([values])
})

test('a rejected renewal clears the session and sends nothing more', async () => {
  const { api, session, paths } = setUp({ expiresIn: '4m', answers: { [refresh]: [refusal(401, 'NOT_AUTHENTICATED')] } })
  await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ status: 401 })
  expect(session.current()).toBeNull()
  expect(paths()).toEqual([refresh])
})

test.each<Answer>(['no network', refusal(503, 'UNAVAILABLE'), refusal(429, 'TOO_MANY_ATTEMPTS')])(
  'a renewal that meets an outage (%j) keeps the session and its token',
  async (answer) => {
    const { api, session } = setUp({ expiresIn: '4m', answers: { [refresh]: [answer], [values]: [counts] } })
    await expect(api.call(studyEndpoints.adminValues, { query: {} })).resolves.toMatchObject({ total: 3 })
    expect(session.current()?.token).toBe('token-1')
  },
)

test.each<Answer>([refreshed, refusal(401, 'NOT_AUTHENTICATED')])(
  'who signs in while the renewal of somebody else is under way keeps their own session, and does nothing that the other began (%j)',
  async (answer) => {
    const nextUser = { ...someUser, _id: '01890000-0000-7000-8000-000000000002' }
    const { api, session, paths } = setUp({
      expiresIn: '4m',
      answers: { [refresh]: [answer], [values]: [counts] },
      whileWaiting: (shared) => shared.start(nextUser, 'token-of-next', '1h'),
    })
    await expect(api.call(studyEndpoints.adminValues, { query: {} })).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
    expect(session.current()).toMatchObject({ user: nextUser, token: 'token-of-next' })
    expect(paths()).toEqual([refresh])
  },
)

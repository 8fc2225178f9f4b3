import { studyEndpoints } from '@readroom/contracts/studies'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage, someUser } from '../session/session.fixture.ts'
import { createSessionStore } from '../session/session.ts'
import { makeCounts } from '../studies/study.fixture.ts'
import { createApiClient } from './api-client.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => void vi.useRealTimers())

const busy = (status: number, retryAfter?: string) =>
  new Response(JSON.stringify({ success: false, code: 'UNAVAILABLE', message: 'Later.' }), {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  })

/** Reads through a client whose server gives these answers in turn; answers when each was asked for, in milliseconds. */
async function read(answers: Response[]) {
  vi.useFakeTimers()
  const session = createSessionStore(memoryStorage())
  session.start(someUser, 'token-1', '1h')
  const askedAt: number[] = []
  const begin = Date.now()
  const next = async () => {
    askedAt.push(Date.now() - begin)
    return answers.shift() ?? new Response(JSON.stringify(makeCounts()))
  }
  const api = createApiClient({ session, authBase: '', fetch: next })
  const queryFn = () => api.call(studyEndpoints.adminValues, { query: {} })
  const client = createQueryClient()
  const retry = client.getDefaultOptions().queries?.retry ?? false
  const outcome = client.fetchQuery({ queryKey: ['counts'], queryFn, retry }).then(
    () => 'read',
    () => 'failed',
  )
  await vi.runAllTimersAsync()
  return { outcome: await outcome, askedAt }
}

test('a read is repeated when the server said, and not before', async () => {
  const { outcome, askedAt } = await read([busy(503, '5'), busy(503, '5')])
  expect(outcome).toBe('read')
  expect(askedAt).toEqual([0, 5_000, 10_000])
})

test('where the server names no time, it is repeated soon', async () => {
  expect(await read([busy(503), busy(502, 'soon')])).toEqual({ outcome: 'read', askedAt: [0, 1_000, 3_000] })
})

test('a server that wants to be left alone for longer is; the page says so instead', async () => {
  expect(await read([busy(429, '60')])).toEqual({ outcome: 'failed', askedAt: [0] })
})

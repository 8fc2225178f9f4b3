import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { eventually } from '@readroom/local/core/eventually'
import { QueryObserver } from '@tanstack/react-query'
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

/** Reads through a client whose server gives these answers in turn. Returns the outcome and the time of each request in ms. */
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
  const api = createApiClient({ session, authBase: '', fetch: next, onUnknown: () => {} })
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

test('repeats a read when the server said, and not before', async () => {
  const { outcome, askedAt } = await read([busy(503, '5'), busy(503, '5')])
  expect(outcome).toBe('read')
  expect(askedAt).toEqual([0, 5_000, 10_000])
})

test('repeats a read soon if the server names no time', async () => {
  expect(await read([busy(503), busy(502, 'soon')])).toEqual({ outcome: 'read', askedAt: [0, 1_000, 3_000] })
})

test("doesn't repeat a read if the server asks for a longer pause, and shows the failure", async () => {
  expect(await read([busy(429, '60')])).toEqual({ outcome: 'failed', askedAt: [0] })
})

/** Observes a list. The test answers its requests by hand, in the order in which they were made. */
function watched(client: ReturnType<typeof createQueryClient>) {
  const answers: { resolve: (rows: string[]) => void; reject: (error: Error) => void }[] = []
  const queryFn = () => new Promise<string[]>((resolve, reject) => answers.push({ resolve, reject }))
  const observer = new QueryObserver(client, { queryKey: ['list', 'of', 'one'], queryFn, retry: false })
  observer.subscribe(() => undefined)
  const shows = (rows: string[]) => eventually(() => expect(observer.getCurrentResult().data).toEqual(rows))
  const asked = (times: number) => eventually(() => expect(answers).toHaveLength(times))
  return { answers, observer, shows, asked }
}

test('reads again if the list changes during its first read', async () => {
  const client = createQueryClient()
  const { answers, shows, asked } = watched(client)
  const again = client.invalidateQueries({ queryKey: ['list'] })
  void client.invalidateQueries({ queryKey: ['list', 'of'] })
  answers[0]?.resolve(['before'])
  await shows(['before'])
  await asked(2)
  answers.slice(1).forEach(({ resolve }) => void resolve(['after']))
  await again
  await shows(['after'])
})

test('reads again if the list changes during a read that follows a failure', async () => {
  const client = createQueryClient()
  const { answers, observer, shows, asked } = watched(client)
  answers[0]?.reject(new Error('No answer.'))
  await eventually(() => expect(observer.getCurrentResult().isError).toBe(true))
  void observer.refetch()
  await asked(2)
  void client.invalidateQueries({ queryKey: ['list'] })
  answers[1]?.resolve(['before'])
  await asked(3)
  answers[2]?.resolve(['after'])
  await shows(['after'])
})

test('an unobserved first read is marked as stale, and a failed one is not repeated', async () => {
  const client = createQueryClient()
  const { answers, observer } = watched(client)
  void client.invalidateQueries({ queryKey: ['list'] })
  answers[0]?.reject(new Error('No answer.'))
  await eventually(() => expect(observer.getCurrentResult().isError).toBe(true))
  expect(answers).toHaveLength(1)

  const ahead = client.prefetchQuery({ queryKey: ['ahead'], queryFn: async () => 'before' })
  await client.invalidateQueries({ queryKey: ['ahead'] })
  await ahead
  await eventually(() => expect(client.getQueryState(['ahead'])?.isInvalidated).toBe(true))
})

import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** Sign-ins have their own tests: login-limits.test.ts. */
describe('attempts at several processes', () => {
  let processes: TestApi[]
  beforeAll(async () => {
    const first = await startTestApi()
    await first.asOwner(longerWaits)
    processes = [first, await startTestApi({ sharing: first }), await startTestApi({ sharing: first })]
  })
  afterAll(async () => {
    for (const api of processes.toReversed()) await api.stop()
  })

  /** Sends requests at once, to the processes in turn, and counts the answers by status. */
  async function statusesOf(count: number, send: (api: TestApi, index: number) => Promise<{ statusCode: number }>) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const api = processes[index % processes.length]
        if (!api) throw new Error('no process')
        return send(api, index)
      }),
    )
    return Object.fromEntries(
      [...new Set(answers.map(({ statusCode }) => statusCode))].map((status) => [
        status,
        answers.filter(({ statusCode }) => statusCode === status).length,
      ]),
    )
  }

  it('counts share links that do not exist by address', async () => {
    const guess = ({ app }: TestApi) =>
      app.inject({
        method: 'GET',
        url: `/api/sharing/access/${randomBytes(32).toString('base64url')}`,
        remoteAddress: '203.0.113.1',
      })
    expect(await statusesOf(80, guess)).toEqual({ 404: 51, 429: 29 })
  })

  it('counts requests for one-time codes by address', async () => {
    const ask = ({ app }: TestApi, index: number) => {
      const payload = { email: `nobody-${index}@readroom.example` }
      return app.inject({ method: 'POST', url: '/api/forgot-password/send-otp', remoteAddress: '203.0.113.2', payload })
    }
    expect(await statusesOf(40, ask)).toEqual({ 200: 21, 429: 19 })
  })

  it('counts wrong current passwords of a signed-in user', async () => {
    const [first] = processes
    if (!first) throw new Error('no process')
    const user = await createUser(first.db, 'admin', { passwordHash: await hash('my old secret') })
    const actor = await createActor(first.db, user)
    const attempt = (api: TestApi) => {
      const payload = { oldPassword: 'a wrong one', newPassword: 'a future secret', confirmPassword: 'a future secret' }
      return api.request({ method: 'POST', url: '/auth/change-password', payload }, actor)
    }
    expect(await statusesOf(12, attempt)).toEqual({ 401: 4, 429: 8 })
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCast } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { type Postgres, startPostgres } from '@readroom/local/services/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let dir: string
let postgres: Postgres
let api: TestApi

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-outage-'))
  postgres = await startPostgres({ dir })
  api = await startTestApi({ databaseServer: postgres.url })
})
afterAll(async () => {
  await api.stop()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
})

it('answers 503 while PostgreSQL is down, never 401, and recovers by itself', async () => {
  const { admin } = await createCast(api.db)
  const worklist = () => api.request({ method: 'GET', url: '/api/admin/studies' }, admin)
  const login = () => api.request({ method: 'POST', url: '/api/auth/login', payload: { email: 'a@b.example', password: 'x' } })
  expect((await worklist()).statusCode).toBe(200)

  postgres.kill()
  await postgres.exited
  const isNotReady = { code: 'NOT_READY', message: 'Not ready: the database does not answer.' }
  await eventually(async () => expect((await api.request({ method: 'GET', url: '/readyz' })).json()).toMatchObject(isNotReady))
  for (const answer of [await worklist(), await login()]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      success: false,
      code: 'UNAVAILABLE',
      message: 'The service is not available at the moment. Please try again shortly.',
    })
  }
  expect((await api.request({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)

  postgres = await startPostgres({ dir, port: postgres.port })
  await eventually(async () => expect((await worklist()).statusCode).toBe(200))
})

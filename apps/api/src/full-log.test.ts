import { closeSync, openSync } from 'node:fs'
import { createCast } from '@readroom/db/testing/factories'
import { onFreePort } from '@readroom/local/free-port'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from './testing/api-process.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

it('serves, says so and ends while its log cannot be written', async () => {
  const { admin } = await createCast(api.db)
  const full = openSync('/dev/full', 'w')
  const program = await onFreePort(undefined, (port) => startApiProcess(api, { LOG_LEVEL: 'info' }, { port, stdout: full }))
  closeSync(full)
  const get = (path: string) =>
    fetch(program.origin + path, { headers: { authorization: `Bearer ${api.token(admin)}` }, signal: AbortSignal.timeout(5_000) })
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await get('/auth/profile')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await (await get('/readyz')).json()).toMatchObject({ success: true, isLosingLog: true })
  program.signal('SIGTERM')
  expect(await program.exited).toBe(0)
})

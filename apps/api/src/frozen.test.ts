import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@readroom/db/core/client'
import { createCast } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { type Postgres, startPostgres } from '@readroom/local/services/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from './testing/api-process.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let dir: string
let postgres: Postgres
let api: TestApi
let program: Awaited<ReturnType<typeof startApiProcess>>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-frozen-'))
  postgres = await startPostgres({ dir })
  api = await startTestApi({ databaseServer: postgres.url })
  program = await startApiProcess(api)
})
afterAll(async () => {
  await signalCluster('SIGCONT')
  await program.kill()
  await api.stop()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Signals the server's processes. This cluster belongs to this test, so no other is affected. */
async function signalCluster(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [postmaster = ''] = (await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  const children = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', postmaster])
  for (const pid of [postmaster, ...children.stdout.split('\n')].map(Number)) if (pid > 1) signalIfThere(pid, signal)
}

/** A process may have ended since they were listed. */
function signalIfThere(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

it('reports an unresponsive database within seconds, and recovers by itself', async () => {
  const { admin } = await createCast(api.db)
  const headers = { authorization: `Bearer ${api.token(admin)}` }
  const get = async (path: string, patienceMs: number) => {
    const answer = await fetch(program.origin + path, { headers, signal: AbortSignal.timeout(patienceMs) })
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') }
  }
  const away = { success: false, code: 'UNAVAILABLE', message: expect.any(String) }
  expect((await get('/api/admin/studies', 5_000)).status).toBe(200)

  await signalCluster('SIGSTOP')
  // More calls than connections.
  const calls = Array.from({ length: 20 }, () => get('/api/admin/studies', 6_000))
  const notReady = { ...away, code: 'NOT_READY', message: 'Not ready: the database does not answer.' }
  expect(await get('/readyz', 3_000)).toEqual({ status: 503, body: notReady, retryAfter: '5' })
  for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 503, body: away, retryAfter: '5' })
  expect(await get('/readyz', 3_000)).toEqual({ status: 503, body: notReady, retryAfter: '5' })
  expect((await get('/healthz', 1_000)).status).toBe(200)

  await signalCluster('SIGCONT')
  await eventually(async () => expect((await get('/api/admin/studies', 5_000)).status).toBe(200))
})

it('reports it just as fast during a transaction, and does not wait for its ROLLBACK', async () => {
  const { admin } = await createCast(api.db)
  const headers = { authorization: `Bearer ${api.token(admin)}` }
  const logout = () => fetch(`${program.origin}/api/auth/logout`, { method: 'POST', headers, signal: AbortSignal.timeout(6_000) })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await api.db.transaction(async (tx) => {
    await tx.execute('select 1 from sessions for update')
    const answer = logout()
    await eventually(async () => expect((await api.asOwner(waiting)).rowCount).toBe(1))
    await signalCluster('SIGSTOP')
    const { status } = await answer.finally(() => signalCluster('SIGCONT'))
    expect(status).toBe(503)
  })
  await eventually(async () => expect((await logout()).status).toBe(200))
})

it('recovers a connection that froze while a transaction began', async () => {
  const { db, close } = openDatabase(api.url, { max: 1, answerMs: 500, connectMs: 2_000, onError: () => {} })
  await db.execute('select 1')
  await signalCluster('SIGSTOP')
  await expect(db.transaction((tx) => tx.execute('select 1'))).rejects.toThrow()
  await signalCluster('SIGCONT')
  await eventually(() => db.transaction((tx) => tx.execute('select 1')))
  await close()
})

it('does not wait long for a locked row', async () => {
  const { admin } = await createCast(api.db)
  await api.db.transaction(async (tx) => {
    await tx.execute('select 1 from sessions for update')
    const logout = await fetch(`${program.origin}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token(admin)}` },
      signal: AbortSignal.timeout(5_000),
    })
    expect(logout.status).toBe(503)
  })
})

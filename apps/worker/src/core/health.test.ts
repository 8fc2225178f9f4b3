import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { createMetrics } from '@readroom/process/metrics'
import { startProbeServer } from '@readroom/process/probe-server'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { Env } from '../config.ts'
import { silent } from '../studies/intake/intake.fixture.ts'
import { startWorker } from '../worker.ts'
import { startLoop } from './loop.ts'

let dir: string
let database: TestDatabase
beforeAll(async () => {
  ;[dir, database] = await Promise.all([mkdtemp(join(tmpdir(), 'readroom-test-')), createTestDatabase(inject('databaseUrl'))])
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Takes connections and whatever is sent, and says nothing. */
async function startFrozen(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `127.0.0.1:${address.port}`
}

type Health = Parameters<typeof startProbeServer>[0]['health']

/** Returns the answer that the image's HEALTHCHECK gets, within its three seconds. */
async function ask(health: Health) {
  const probes = await startProbeServer({ host: '127.0.0.1', port: 0, health, metrics: createMetrics() })
  onTestFinished(() => probes.close())
  const answer = await fetch(`http://127.0.0.1:${probes.port}/healthz`, { signal: AbortSignal.timeout(3_000) })
  return { status: answer.status, body: await answer.json() }
}

test('a worker whose services have stopped answering is healthy, and names them', async () => {
  const frozen = await startFrozen()
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: `redis://${frozen}`,
    ORTHANC_URL: `http://${frozen}`,
    PUBLIC_URL: 'http://localhost:8080',
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_DIR: join(dir, 'storage'),
  }
  const worker = await startWorker(Env.parse(environment), silent)
  const dependencies = { database: 'up', schema: 'up', storage: 'up', redis: 'down', archive: 'down' }
  expect(await ask(worker.health)).toEqual({ status: 200, body: { overdue: [], isLosingLog: false, dependencies } })
  await worker.stop()
}, 40_000)

test('a loop that hangs makes it unhealthy and is named; one whose rounds fail does not', async () => {
  const heartbeats = createHeartbeats()
  const rounds = {
    fails: async () => Promise.reject(new Error('away')),
    hangs: () => new Promise<number>(() => {}),
    works: async () => 1,
  }
  const loops = Object.entries(rounds).map(([name, round]) =>
    startLoop({ name, log: silent, heartbeats, patienceMs: name === 'hangs' ? 100 : 60_000, round }),
  )
  const late = () => [...heartbeats.overdue()].filter(([, ms]) => ms > 0).map(([name]) => name)
  await eventually(() => expect(late()).toEqual(['hangs']))
  const health = async () => ({ isHealthy: late().length === 0, details: { overdue: late() } })
  expect(await ask(health)).toEqual({ status: 503, body: { overdue: ['hangs'] } })
  for (const loop of loops) void loop.stop()
  await eventually(() => expect([...heartbeats.overdue().keys()]).toEqual(['hangs']))
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApiProcess } from '../../../../apps/api/src/testing/api-process.ts'
import { startTestApi, type TestApi } from '../../../../apps/api/src/testing/test-api.ts'
import { createCast } from '../../../../packages/db/src/testing/factories.ts'
import { eventually } from '../core/eventually.ts'
import { makeFolder } from '../core/folder.fixture.ts'
import { onFreePort } from '../core/free-port.ts'
import { type Orthanc, startOrthanc } from '../services/orthanc.ts'
import { openSmallDisk } from '../services/small-disk.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

let api: TestApi
let admin: Awaited<ReturnType<typeof createCast>>['admin']
beforeAll(async () => {
  api = await startTestApi()
  admin = (await createCast(api.db)).admin
})
afterAll(() => api.stop())

/** Until the end of the test. */
function open(path: string, flags: number): number {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return fd
}

/** Writes until there is no room. */
function fill(fd: number): void {
  try {
    for (;;) writeSync(fd, Buffer.alloc(4_096, 'x'))
  } catch {
    // It is full.
  }
}

/** Ways in which what is written to a log does not arrive; null if it cannot be tried here. */
const logs: Record<string, () => Promise<number | null>> = {
  'a device that is always full': async () => open('/dev/full', constants.O_WRONLY),
  'a full disk': async () => {
    const disk = await openSmallDisk(65_536)
    if (!disk) return null
    onTestFinished(() => disk.close())
    const log = open(join(disk.dir, 'log'), constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT)
    fill(log)
    return log
  },
  'a pipe whose reader has stopped': async () => {
    const pipe = join(await makeFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    // Open for reading too, by us, who never do.
    fill(open(pipe, constants.O_RDWR | constants.O_NONBLOCK))
    return open(pipe, constants.O_RDWR)
  },
}

test.for(Object.entries(logs))('the API serves, says so and ends while its log goes to %s', async ([, openLog], { skip }) => {
  const stdout = await openLog()
  if (stdout === null) return skip('needs the right to mount a small disk')
  const program = await onFreePort(undefined, (port) => startApiProcess(api, { LOG_LEVEL: 'info' }, { port, stdout }))
  onTestFinished(program.kill)
  const get = (path: string) =>
    fetch(program.origin + path, { headers: { authorization: `Bearer ${api.token(admin)}` }, signal: AbortSignal.timeout(5_000) })
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await get('/auth/profile')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await eventually(async () => expect(await (await get('/readyz')).json()).toMatchObject({ success: true, isLosingLog: true }))
  program.signal('SIGTERM')
  expect(await program.exited).toBe(0)
})

/** The worker as a program of its own; answers where it says how it is. */
async function startWorkerProcess(archive: Orthanc, port: number, stdout: number) {
  const env = {
    DATABASE_URL: api.config.DATABASE_URL,
    REDIS_URL: api.config.REDIS_URL,
    PUBLIC_URL: api.config.PUBLIC_URL,
    ORTHANC_URL: archive.url,
    ORTHANC_USERNAME: archive.username,
    ORTHANC_PASSWORD: archive.password,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_DIR: api.config.STORAGE_DIR,
    METRICS_PORT: String(port),
    LOG_LEVEL: 'trace',
  }
  const args = [pathOf('infra/local/src/system/run-source.fixture.mjs'), pathOf('apps/worker/src/main.ts')]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdout, 'ignore'] })
  const exited = once(child, 'exit').then(([code]) => code)
  onTestFinished(() => void child.kill('SIGKILL'))
  const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) })).json()
  await eventually(health)
  return { health, exited, stop: () => child.kill('SIGTERM') }
}

test.for(Object.entries(logs))(
  'the worker takes studies in, says so and ends while its log goes to %s',
  async ([, openLog], { skip }) => {
    const stdout = await openLog()
    if (stdout === null) return skip('needs the right to mount a small disk')
    const archive = await startOrthanc({ dir: await makeFolder(), durable: false })
    onTestFinished(archive.kill)
    const worker = await onFreePort(undefined, (port) => startWorkerProcess(archive, port, stdout))
    const PatientName = `Log^${crypto.randomUUID().slice(0, 8)}`
    await fetch(`${archive.url}/tools/create-dicom`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}` },
      body: JSON.stringify({ Tags: { PatientID: '1', PatientName, Modality: 'OT' } }),
    })
    const list = () => api.request({ method: 'GET', url: '/api/admin/studies' }, admin)
    await eventually(async () => expect((await list()).body).toContain(PatientName.split('^')[1]))
    await eventually(async () => expect(await worker.health()).toMatchObject({ isLosingLog: true, overdue: [] }))
    worker.stop()
    expect(await worker.exited).toBe(0)
  },
)

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../core/child.ts'
import { eventually } from '../core/eventually.ts'
import { makeFolder } from '../core/folder.fixture.ts'
import { type Orthanc, startOrthanc } from '../services/orthanc.ts'
import { supervise, type Watch } from './supervise.ts'

const soon = { everyMs: 100, answerMs: 500, failures: 2 }

/** Supervises a stand-in whose answers a test gives. Returns the numbers of its processes. */
async function superviseSleeper(watch: Omit<Watch<unknown>, 'everyMs'>) {
  const dir = await makeFolder()
  await mkdir(join(dir, 'run'))
  const stopping = new AbortController()
  const pids: number[] = []
  const { stop } = await supervise(
    'sleep',
    stopping.signal,
    async () => {
      const child = await startChild({
        name: 'sleep',
        command: 'sleep',
        args: ['1000'],
        cwd: join(dir, 'run'),
        logFile: join(dir, 'log'),
        stopSignal: 'SIGTERM',
        stopTimeoutMs: 1_000,
        readyTimeoutMs: 10_000,
        ready: async () => true,
      })
      pids.push(child.pid)
      return child
    },
    { ...soon, ...watch },
  )
  onTestFinished(async () => {
    stopping.abort()
    await stop()
  })
  return pids
}

test('an archive that hangs is ended and answers again on the same ports', async () => {
  const dir = await makeFolder()
  const stopping = new AbortController()
  const watch = { ...soon, ask: (child: Orthanc) => child.isReady() }
  const start = (previous?: Orthanc) =>
    startOrthanc({
      dir,
      durable: false,
      httpPort: previous?.httpPort,
      dicomPort: previous?.dicomPort,
      password: previous?.password,
    })
  const { first, stop } = await supervise('Orthanc', stopping.signal, start, watch)
  onTestFinished(async () => {
    stopping.abort()
    await stop()
  })
  process.kill(first.pid, 'SIGSTOP')
  await first.exited
  await eventually(async () => expect(await first.isReady()).toBe(true))
})

test('single questions without an answer end nothing', async () => {
  const answers = [false, true, false, true, false, true]
  let asked = 0
  const pids = await superviseSleeper({
    ask: async () => {
      asked += 1
      return answers.shift() ?? true
    },
  })
  await eventually(() => expect(asked).toBeGreaterThan(7))
  expect(pids).toHaveLength(1)
})

test('a child that never answers is ended again and again', async () => {
  const pids = await superviseSleeper({ ask: () => new Promise(() => {}) })
  await eventually(() => expect(pids.length).toBeGreaterThan(2))
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startRedis } from '@readroom/local/services/redis'
import type {} from '@readroom/local/suites/vitest-services'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type JobRun, jobNames, jobs, type RunJob } from './jobs.ts'
import { addJob, JobQueueDown, listUnfinishedJobs, openQueues, type Queues } from './queues.ts'
import { startWorkers } from './workers.ts'

const zipId = '0198a000-0000-7000-8000-000000000001'
const payload = { v: 1, zipId }
let prefixes = 0

function silentLog() {
  return { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
}

/** Notes the jobs that run; `pack` does the work of those that pack images. */
function noting(pack: (run: JobRun) => Promise<void> = async () => {}) {
  const calls: string[] = []
  const runJob: RunJob<null> = async (name, _context, given, run) => {
    calls.push('zipId' in given ? `${name} ${given.zipId}` : name)
    if (name === 'zip.build') await pack(run)
  }
  return { calls, runJob, archived: () => calls.filter((call) => call.startsWith('zip.build')).length }
}

const newPrefix = () => `test-${process.pid}-${Date.now()}-${++prefixes}`

function queuesAt(redisUrl: string, prefix: string, log = silentLog()): Queues {
  const queues = openQueues(redisUrl, prefix, log)
  onTestFinished(queues.close)
  return queues
}

async function ready(queues: Queues): Promise<Queues> {
  await expect.poll(() => queues.connection.status).toBe('ready')
  return queues
}

function workersAt(redisUrl: string, prefix: string, runJob: RunJob<null>, log = silentLog(), onGivenUp = vi.fn(async () => {})) {
  const timing = { lockDuration: 1_000, stalledInterval: 500, restoreInterval: 200 }
  const workers = startWorkers(queuesAt(redisUrl, prefix, log), {
    runJob,
    makeContext: async () => null,
    log,
    onGivenUp,
    timing,
  })
  onTestFinished(workers.stop)
  return workers
}

test('runs a job once however often the outbox adds it, and again under a new id', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  await addJob(queues, { id: 1, name: 'zip.build', payload })
  await addJob(queues, { id: 1, name: 'zip.build', payload })
  expect(await listUnfinishedJobs(queues, 'zip.build')).toEqual([{ zipId }])
  const { runJob, archived } = noting()
  workersAt(inject('redisUrl'), prefix, runJob)
  await expect.poll(archived).toBe(1)
  await expect.poll(() => listUnfinishedJobs(queues, 'zip.build')).toEqual([])
  await addJob(queues, { id: 1, name: 'zip.build', payload })
  await expect.poll(archived).toBe(2)
})

test('runs what still waits under the name that the job had before, and knows that it waits', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  const other = '0198a000-0000-7000-8000-000000000002'
  await queues.byName.archive.add('studies.archive', { v: 1, bulkZipId: zipId })
  await addJob(queues, { id: 1, name: 'study.archive', payload: { v: 1, zipId: other } })
  expect((await listUnfinishedJobs(queues, 'zip.build')).map((waiting) => waiting.zipId).sort()).toEqual([zipId, other])
  const { runJob, calls, archived } = noting()
  workersAt(inject('redisUrl'), prefix, runJob)
  await expect.poll(archived).toBe(2)
  expect(calls.filter((call) => call.startsWith('zip.build')).sort()).toEqual([`zip.build ${zipId}`, `zip.build ${other}`])
})

test('refuses what is not in the job table', async () => {
  const queues = await ready(queuesAt(inject('redisUrl'), newPrefix()))
  await expect(addJob(queues, { id: 1, name: 'study.burn', payload })).rejects.toThrow('no such job')
  await expect(addJob(queues, { id: 2, name: 'zip.build', payload: { v: 2, zipId } })).rejects.toThrow('<=1')
})

test('fails a foreign payload at the first attempt and logs its reason', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  await queues.byName.archive.add('zip.build', { v: 1, zipId: 'none' }, { attempts: 1, removeOnFail: true })
  await queues.byName.archive.add('study.burn', {}, { attempts: 5, removeOnFail: true })
  const { runJob, calls } = noting()
  const log = silentLog()
  workersAt(inject('redisUrl'), prefix, runJob, log)
  await expect.poll(() => log.error.mock.calls.filter(([, text]) => text === 'job failed').length).toBe(2)
  expect(calls.filter((call) => call.startsWith('study'))).toEqual([])
})

test('tries again after a failure and tells the last attempt that it is the last', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  const last: boolean[] = []
  await queues.byName.archive.add('zip.build', payload, { attempts: 3, backoff: 10, removeOnFail: true })
  const { runJob } = noting(async ({ isLast }) => {
    last.push(isLast)
    throw new Error('not today')
  })
  workersAt(inject('redisUrl'), prefix, runJob)
  await expect.poll(() => last).toEqual([false, false, true])
})

test('a job that failed for good is handed over with its error, and so is one that nobody understands', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  const onGivenUp = vi.fn(async () => {})
  const { runJob } = noting(() => Promise.reject(new Error('gone')))
  workersAt(inject('redisUrl'), prefix, runJob, silentLog(), onGivenUp)
  await queues.byName.archive.add('zip.build', payload, { attempts: 2 })
  await expect
    .poll(() => onGivenUp.mock.calls)
    .toMatchObject([[{ name: 'zip.build', payload, error: { cause: { message: 'gone' } } }]])
  await queues.byName.archive.add('of.tomorrow', { v: 1 }, { attempts: 3 })
  await queues.byName.archive.add('zip.build', { v: 7 }, { attempts: 3 })
  await expect.poll(() => onGivenUp.mock.calls.length).toBe(3)
})

test('of the error of a failed job Redis keeps nothing; the log has it', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  await addJob(queues, { id: 1, name: 'zip.build', payload })
  const failure = new Error('values of a statement')
  const { runJob } = noting(() => Promise.reject(failure))
  const log = silentLog()
  workersAt(inject('redisUrl'), prefix, runJob, log)
  await expect.poll(() => queues.byName.archive.getDelayedCount()).toBe(1)
  const kept = await queues.connection.hgetall(`${prefix}:archive:outbox-1`)
  expect(kept.failedReason).toContain('zip.build')
  expect(JSON.stringify(kept)).not.toContain('values of')
  expect(log.error.mock.calls).toEqual([
    [expect.objectContaining({ err: expect.objectContaining({ cause: failure }) }), 'job failed'],
  ])
})

test('a stopped worker gives its job back without having used up an attempt', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  await queues.byName.archive.add('zip.build', payload, { attempts: 1, removeOnFail: true })
  const first = noting(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
  const workers = workersAt(inject('redisUrl'), prefix, first.runJob)
  await expect.poll(first.archived).toBe(1)
  await workers.stop()
  const second = noting()
  workersAt(inject('redisUrl'), prefix, second.runJob)
  await expect.poll(second.archived).toBe(1)
})

test('ZIPs that take long hold up other ZIPs alone', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runJob, calls, archived } = noting(() => released)
  workersAt(inject('redisUrl'), prefix, runJob)
  for (const id of [1, 2, 3]) await addJob(queues, { id, name: 'zip.build', payload })
  await expect.poll(archived).toBe(2)
  const userId = '0198a000-0000-7000-8000-000000000003'
  await addJob(queues, { id: 4, name: 'test-mail.send', payload: { v: 1, userId } })
  await expect.poll(() => calls).toContain('test-mail.send')
  expect(archived()).toBe(2)
  release()
  await expect.poll(archived).toBe(3)
})

test('runs the scheduled jobs at start and drops schedules that are no longer in the table', async () => {
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  await queues.byName.upkeep.upsertJobScheduler('floors.sweep', { every: 60_000 }, { name: 'floors.sweep' })
  const { runJob, calls } = noting()
  workersAt(inject('redisUrl'), prefix, runJob)
  await expect.poll(() => [...calls].sort()).toEqual(jobNames.filter((name) => 'everyMs' in jobs[name]).sort())
  expect((await queues.byName.upkeep.getJobSchedulers()).map(({ key }) => key)).not.toContain('floors.sweep')
})

test('survives Redis being away at start and later, and says so once', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-jobs-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const first = await startRedis({ dir })
  await first.stop()
  const prefix = newPrefix()
  const log = silentLog()
  const { runJob, archived } = noting()
  workersAt(first.url, prefix, runJob, log)
  const queues = queuesAt(first.url, prefix)
  await expect.poll(() => log.warn.mock.calls.length).toBe(1)
  await expect(addJob(queues, { id: 1, name: 'zip.build', payload })).rejects.toThrow(JobQueueDown)

  const second = await startRedis({ dir, port: first.port })
  await expect.poll(() => queues.connection.status).toBe('ready')
  await addJob(queues, { id: 1, name: 'zip.build', payload })
  await expect.poll(archived).toBe(1)
  // A job runs before its end is stored: killed in between, Redis would have it run once more.
  await expect.poll(() => listUnfinishedJobs(queues, 'zip.build')).toEqual([])

  await second.kill()
  await expect.poll(() => log.warn.mock.calls.length).toBe(2)
  // Each connection notices by itself.
  await expect.poll(() => queues.connection.status).not.toBe('ready')
  await expect(addJob(queues, { id: 2, name: 'zip.build', payload })).rejects.toThrow(JobQueueDown)
  const third = await startRedis({ dir, port: first.port })
  onTestFinished(third.stop)
  await expect.poll(() => queues.connection.status).toBe('ready')
  await addJob(queues, { id: 2, name: 'zip.build', payload })
  await expect.poll(archived).toBe(2)
  expect(log.warn).toHaveBeenCalledTimes(2)
  // A killed Redis forgets its last second: an upkeep job that ran then has nowhere to end.
  expect(log.error.mock.calls.filter(([{ err }]) => !String(err).includes('Missing key for job'))).toEqual([])
})

test('a Redis that is frozen is waited for five seconds, and no job is lost when it goes on', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-jobs-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const redis = await startRedis({ dir })
  onTestFinished(redis.stop)
  const prefix = newPrefix()
  const { runJob, archived } = noting()
  workersAt(redis.url, prefix, runJob)
  const queues = await ready(queuesAt(redis.url, prefix))
  process.kill(redis.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(redis.pid, 'SIGCONT'))
  const add = () => addJob(queues, { id: 1, name: 'zip.build', payload })
  await expect(Promise.race([add(), delay(6_000)])).rejects.toThrow(JobQueueDown)
  await expect.poll(() => queues.connection.status).not.toBe('ready')
  await expect(Promise.race([add(), delay(1_000)])).rejects.toThrow(JobQueueDown)
  process.kill(redis.pid, 'SIGCONT')
  await expect.poll(() => queues.connection.status).toBe('ready')
  await add()
  // Twice if the first was taken after all: handlers are idempotent.
  await expect.poll(archived).toBeGreaterThan(0)
})

test('scheduled jobs come back when somebody empties Redis', async () => {
  const { runJob } = noting()
  const prefix = newPrefix()
  const queues = await ready(queuesAt(inject('redisUrl'), prefix))
  workersAt(inject('redisUrl'), prefix, runJob)
  const scheduled = async () => (await queues.byName.upkeep.getJobSchedulers()).map(({ key }) => key).sort()
  const all = ['audit.note-head', 'counts.compact', 'objects.collect', 'sessions.purge', 'zips.expire', 'zips.prebuild']
  await expect.poll(scheduled).toEqual(expect.arrayContaining(all))
  const keys = await queues.connection.keys(`${prefix}:*`)
  await queues.connection.del(...keys)
  await expect.poll(scheduled).toEqual(expect.arrayContaining(all))
})

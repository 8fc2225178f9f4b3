import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LiveEvent, liveChannel, readLiveEvent } from '@readroom/contracts/worklist/live'
import { outbox } from '@readroom/db/core/outbox.schema'
import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { deadLetters } from '@readroom/db/operations/dead-letters.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { emit, emitJob } from '@readroom/domain/core/outbox'
import { requeueUnderstood } from '@readroom/domain/operations/dead-letters'
import { addJob, openQueues, type Queues } from '@readroom/jobs/queues'
import { eventually } from '@readroom/local/core/eventually'
import { type Redis as RedisProcess, startRedis } from '@readroom/local/services/redis'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { eq } from 'drizzle-orm'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { createLivePublisher } from './live-publisher.ts'
import { type RelayContext, relayOnce, startRelay } from './relay.ts'

let database: TestDatabase
let redisDir: string
let redis: RedisProcess
let subscriber: Redis
let queues: Queues
let publisher: ReturnType<typeof createLivePublisher>
let context: Parameters<typeof startRelay>[0]
let heard: LiveEvent[]

async function subscribe(url: string): Promise<Redis> {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => {})
  client.on('message', (_channel, message) => heard.push(readLiveEvent(JSON.parse(message))))
  await client.subscribe(liveChannel)
  return client
}

beforeAll(async () => {
  redisDir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  ;[database, redis] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    startRedis({ dir: redisDir, durable: true }),
  ])
  heard = []
  subscriber = await subscribe(redis.url)
  queues = openQueues(redis.url, `test-${randomUUID()}`, silent)
  publisher = createLivePublisher(redis.url)
  context = {
    database,
    log: silent,
    heartbeats: createHeartbeats(),
    publish: publisher.publish,
    addJob: (job) => addJob(queues, job),
  }
  await eventually(() => publisher.publish({ id: 1, type: 'study.received', studyId: randomUUID() }))
  await eventually(() => expect(queues.connection.status).toBe('ready'))
})
beforeEach(async () => {
  await database.db.delete(outbox)
  await queues.byName.archive.drain()
  heard = []
})
afterAll(async () => {
  publisher.close()
  subscriber.disconnect()
  await queues.close()
  await redis.kill()
  await rm(redisDir, { recursive: true, force: true })
  await database.drop()
})

const settled = (studyId: string) => database.db.transaction((tx) => emit(tx, { type: 'study.settled', studyId }))
const archive = (zipId: string) => database.db.transaction((tx) => emitJob(tx, 'zip.build', { zipId }))
const waiting = () => database.db.select().from(outbox)
const jobs = async () => (await queues.byName.archive.getJobs(['wait'])).map((job) => job.data.zipId)

const running: { stop: () => Promise<void> }[] = []
function start(overrides: Partial<RelayContext> = {}) {
  running.push(startRelay({ ...context, ...overrides }))
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((relay) => relay.stop()))
})

test('live events and jobs leave as soon as they are committed', async () => {
  start()
  const ids = [randomUUID(), randomUUID()]
  await settled(ids[0] ?? '')
  await archive(ids[1] ?? '')
  await eventually(async () => expect(await waiting()).toEqual([]))
  await eventually(() => expect(heard).toMatchObject([{ type: 'study.settled', studyId: ids[0] }]))
  expect(await jobs()).toEqual([ids[1]])
})

test('a relay that dies before its commit sends again, and the job is still one', async () => {
  const zipId = randomUUID()
  await archive(zipId)
  const [row] = await waiting()
  await addJob(queues, { id: row?.id ?? 0, name: 'zip.build', payload: row?.payload })
  expect(await relayOnce(context)).toBe(1)
  expect(await jobs()).toEqual([zipId])
  expect(await waiting()).toEqual([])
})

test('an event that is sent again says that it is the same', async () => {
  await settled(randomUUID())
  const dies = async (event: LiveEvent) => {
    await publisher.publish(event)
    throw new Error('no answer from Redis')
  }
  await expect(relayOnce({ ...context, publish: dies })).rejects.toThrow()
  await relayOnce(context)
  await eventually(() => expect(heard).toHaveLength(2))
  expect(heard[0]?.id).toBeDefined()
  expect(heard[0]).toEqual(heard[1])
})

test('two relays side by side send each row once', async () => {
  const ids = Array.from({ length: 150 }, () => randomUUID())
  for (const id of ids) await settled(id)
  start()
  start()
  await eventually(async () => expect(await waiting()).toEqual([]))
  await eventually(() => expect(heard).toHaveLength(150))
  expect(new Set(heard.map((event) => 'studyId' in event && event.studyId))).toEqual(new Set(ids))
})

test('a hundred and fifty rows that nobody understands go to the dead letters and stop no other', async () => {
  const jobs = Array.from({ length: 100 }, () => ({
    kind: 'job' as const,
    name: 'of.tomorrow',
    payload: { v: 1, of: randomUUID() },
  }))
  const events = Array.from({ length: 49 }, () => ({
    kind: 'live' as const,
    name: 'study.settled',
    payload: { v: 9, of: randomUUID() },
  }))
  await database.db.insert(outbox).values([...jobs, ...events, { kind: 'live', name: 'strange', payload: 'no object' }])
  const studyId = randomUUID()
  await settled(studyId)
  start()
  await eventually(() => expect(heard).toMatchObject([{ studyId }]))
  await eventually(async () => expect(await waiting()).toEqual([]))
  const letters = await database.db.select().from(deadLetters)
  const count = (name: string) => letters.filter((letter) => letter.name === name).length
  expect([count('of.tomorrow'), count('study.settled'), count('strange')]).toEqual([100, 49, 1])
})

test('what a former worker did not understand is queued by one that does', async () => {
  const zipIds = [randomUUID(), randomUUID(), randomUUID()]
  const letter = (payload: object, more: object = {}) => ({
    source: 'outbox' as const,
    name: 'zip.build',
    payload,
    reason: 'not understood (payload: custom)',
    ...more,
  })
  const db = database.db
  await insertDeadLetter(db, letter({ v: 1, zipId: zipIds[0] }))
  await insertDeadLetter(
    db,
    letter({ v: 1, zipId: zipIds[1] }, { source: 'job', reason: 'UnrecoverableError: not understood: no job' }),
  )
  await insertDeadLetter(db, letter({ v: 1, zipId: zipIds[2] }, { source: 'job', reason: 'the archive is full' }))
  await insertDeadLetter(db, letter({ v: 99 }))
  await db.transaction((tx) => requeueUnderstood(tx))
  await relayOnce(context)
  expect((await jobs()).toSorted()).toEqual([zipIds[0], zipIds[1]].toSorted())
  const left = await db.select().from(deadLetters).where(eq(deadLetters.name, 'zip.build'))
  expect(left.map(({ payload }) => payload)).toEqual(expect.arrayContaining([{ v: 1, zipId: zipIds[2] }, { v: 99 }]))
  expect(left).toHaveLength(2)
})

test('the same row, not understood again, is counted on one dead letter', async () => {
  const row = { kind: 'job' as const, name: 'of.yesterday', payload: { v: 1 } }
  await database.db.insert(outbox).values([row, row, row])
  await relayOnce(context)
  const [letter] = await database.db.select().from(deadLetters).where(eq(deadLetters.name, 'of.yesterday'))
  expect(letter).toMatchObject({ source: 'outbox', times: 3, reason: 'not understood (payload: custom)' })
})

test('while Redis is away rows wait, and leave when it is back', async () => {
  start()
  await redis.kill()
  const [studyId, zipId] = [randomUUID(), randomUUID()]
  await settled(studyId)
  await archive(zipId)
  expect(await waiting()).toHaveLength(2)
  redis = await startRedis({ dir: redisDir, port: redis.port })
  await eventually(async () => expect(await waiting()).toEqual([]))
  expect(await jobs()).toEqual([zipId])
})

test('a round that cannot send fails at once and removes nothing', async () => {
  const away = createLivePublisher('redis://127.0.0.1:1')
  await settled(randomUUID())
  await expect(relayOnce({ ...context, publish: away.publish })).rejects.toThrow()
  away.close()
  expect(await waiting()).toHaveLength(1)
})

test('a lost database connection is made anew', async () => {
  start()
  await database.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen outbox' and datname = current_database()`,
  )
  const studyId = randomUUID()
  await settled(studyId)
  await eventually(() => expect(heard).toMatchObject([{ studyId }]))
})

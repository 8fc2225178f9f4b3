import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LiveEvent, liveChannel } from '@readroom/contracts/live'
import { emitJob, emitLive } from '@readroom/db/outbox'
import { outbox } from '@readroom/db/schema/system'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { addJob, openQueues, type Queues } from '@readroom/jobs/queues'
import { eventually } from '@readroom/local/eventually'
import { type Redis as RedisProcess, startRedis } from '@readroom/local/redis'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { silent } from '../intake/intake.fixture.ts'
import { createLivePublisher } from './live-publisher.ts'
import { type RelayContext, relayOnce, startRelay } from './relay.ts'

let database: TestDatabase
let redisDir: string
let redis: RedisProcess
let subscriber: Redis
let queues: Queues
let publisher: ReturnType<typeof createLivePublisher>
let context: RelayContext
let heard: LiveEvent[]

async function subscribe(url: string): Promise<Redis> {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => {})
  client.on('message', (_channel, message) => heard.push(LiveEvent.parse(JSON.parse(message))))
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
  context = { database, log: silent, publish: publisher.publish, addJob: (job) => addJob(queues, job) }
  await eventually(() => publisher.publish({ v: 1, type: 'study.received', studyId: randomUUID() }))
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

const settled = (studyId: string) => emitLive(database.db, { type: 'study.settled', studyId })
const archive = (zipId: string) => emitJob(database.db, 'study.archive', { v: 1, zipId })
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
  await eventually(() => expect(heard).toEqual([{ v: 1, id: expect.any(Number), type: 'study.settled', studyId: ids[0] }]))
  expect(await jobs()).toEqual([ids[1]])
})

test('a relay that dies before its commit sends again, and the job is still one', async () => {
  const zipId = randomUUID()
  await archive(zipId)
  const [row] = await waiting()
  await addJob(queues, { id: row?.id ?? 0, name: 'study.archive', payload: row?.payload })
  expect(await relayOnce(context, new Set())).toBe(1)
  expect(await jobs()).toEqual([zipId])
  expect(await waiting()).toEqual([])
})

test('an event that is sent again says that it is the same', async () => {
  await settled(randomUUID())
  const dies = async (event: LiveEvent) => {
    await publisher.publish(event)
    throw new Error('no answer from Redis')
  }
  await expect(relayOnce({ ...context, publish: dies }, new Set())).rejects.toThrow()
  await relayOnce(context, new Set())
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

test('rows that nobody understands stay and stop no other', async () => {
  await emitJob(database.db, 'of.tomorrow', { v: 1 })
  await database.db.insert(outbox).values({ kind: 'live', name: 'strange', payload: { v: 9 } })
  const studyId = randomUUID()
  await settled(studyId)
  start()
  await eventually(() => expect(heard).toMatchObject([{ studyId }]))
  await eventually(async () => expect((await waiting()).map(({ name }) => name)).toEqual(['of.tomorrow', 'strange']))
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
  await expect(relayOnce({ ...context, publish: away.publish }, new Set())).rejects.toThrow()
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

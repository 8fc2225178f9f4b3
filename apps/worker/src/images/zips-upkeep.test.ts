import { createHash, randomUUID } from 'node:crypto'
import { loginThrottles, sessions } from '@readroom/db/access/accounts.schema'
import { tickets, viewerGrants } from '@readroom/db/access/tickets.schema'
import { findStudyZip } from '@readroom/db/images/zips'
import { zips } from '@readroom/db/images/zips.schema'
import { shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createStudy, createUser } from '@readroom/db/testing/factories'
import { beginZip, failZip } from '@readroom/domain/images/zips'
import { listUnfinishedJobs } from '@readroom/jobs/queues'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeSessions } from '../access/sessions-purge.ts'
import { type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { expireZips } from './zips-expire.ts'
import { prebuildZips } from './zips-prebuild.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let jobs: OpenJobs

beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs?.close())
beforeEach(async () => {
  await jobs.db.delete(zips)
  await jobs.db.update(studies).set({ settledAt: null })
  await jobs.relay()
  await jobs.context.queues.byName.archive.drain()
})

const ago = (ms: number) => new Date(Date.now() - ms)
const settled = { generation: 1, imageCount: 3, settledAt: new Date() }
const newStudy = (fields: Partial<typeof studies.$inferInsert> = {}) => createStudy(jobs.db, { ...settled, ...fields })
const stateOf = async (zipId: string) => (await jobs.getZip(zipId)).state
const queuedZips = async () => (await listUnfinishedJobs(jobs.context.queues, 'zip.build')).map(({ zipId }) => zipId)

/** A ZIP as it stands after its build, with its object in storage. */
async function addCompleted(study: { id: string; generation: number }, expiresAt: Date) {
  const objectKey = `zips/${randomUUID()}.zip`
  await jobs.context.storage.put(objectKey, Buffer.from('zip'), { contentType: 'application/zip' })
  const values = { studyId: study.id, generation: study.generation, state: 'completed' as const, objectKey, expiresAt }
  const [row] = await jobs.db.insert(zips).values(values).returning()
  return { zipId: row?.id ?? '', objectKey }
}

test('however many ask for a ZIP, it is built once', async () => {
  const study = await newStudy()
  const answers = await Promise.all(Array.from({ length: 5 }, () => jobs.request(study)))
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect(new Set(answers.map(({ zipId }) => zipId)).size).toBe(1)
  await jobs.relay()
  expect(await queuedZips()).toEqual([answers[0]?.zipId])
})

test('a new generation retires the ZIPs of older ones, whose objects go later', async () => {
  const study = await newStudy()
  const old = await addCompleted(study, new Date(Date.now() + DAY_MS))
  const answer = await jobs.request({ id: study.id, generation: 2 })
  expect(answer.created).toBe(true)
  expect(await stateOf(old.zipId)).toBe('superseded')
  await expireZips(jobs.context)
  expect(await jobs.context.storage.head(old.objectKey)).not.toBeNull()
  await jobs.db
    .update(zips)
    .set({ expiresAt: ago(2 * HOUR_MS) })
    .where(eq(zips.id, old.zipId))
  await expireZips(jobs.context)
  expect(await jobs.context.storage.head(old.objectKey)).toBeNull()
  expect((await jobs.getZip(old.zipId)).objectKey).toBeNull()
})

test('a ZIP whose time is over expires, is announced, and can be asked for again', async () => {
  const study = await newStudy()
  const { zipId, objectKey } = await addCompleted(study, ago(1000))
  const kept = await addCompleted(await newStudy(), new Date(Date.now() + DAY_MS))
  await expireZips(jobs.context)
  expect(await stateOf(zipId)).toBe('expired')
  expect(await jobs.relay()).toEqual(['study.changed'])
  expect(await jobs.context.storage.head(objectKey)).not.toBeNull()
  expect(await stateOf(kept.zipId)).toBe('completed')
  expect((await jobs.request(study)).created).toBe(true)
  expect((await findStudyZip(jobs.db, study.id, 1))?.state).toBe('queued')
})

test('an expired ZIP that nobody swept is asked for again at once', async () => {
  const study = await newStudy()
  const { zipId } = await addCompleted(study, ago(1000))
  expect((await jobs.request(study)).created).toBe(true)
  expect(await stateOf(zipId)).toBe('expired')
})

test('recent settled studies without a ZIP get one', async () => {
  const lacking = await newStudy()
  const failed = await newStudy()
  const failure = await jobs.request(failed)
  const build = { zipId: failure.zipId, objectKey: 'zips/x.zip' }
  await jobs.db.transaction((tx) => beginZip(tx, build))
  await jobs.db.transaction((tx) => failZip(tx, build, { error: 'not today' }))
  const others = await Promise.all([
    newStudy({ settledAt: null }),
    newStudy({ settledAt: ago(10 * DAY_MS) }),
    newStudy({ imagesMissingAt: new Date() }),
    newStudy({ imageCount: 0 }),
  ])
  await prebuildZips(jobs.context)
  const zip = await findStudyZip(jobs.db, lacking.id, 1)
  expect(zip?.state).toBe('queued')
  for (const { id } of others) expect(await findStudyZip(jobs.db, id, 1)).toBeNull()
  expect((await findStudyZip(jobs.db, failed.id, 1))?.id).toBe(failure.zipId)
  await prebuildZips(jobs.context)
  expect((await findStudyZip(jobs.db, lacking.id, 1))?.id).toBe(zip?.id)
  await jobs.db
    .update(zips)
    .set({ createdAt: ago(7 * HOUR_MS) })
    .where(eq(zips.id, failure.zipId))
  await prebuildZips(jobs.context)
  expect((await findStudyZip(jobs.db, failed.id, 1))?.state).toBe('queued')
})

test('a ZIP whose job was lost with Redis is queued again, once', async () => {
  const [waiting, building] = [await jobs.request(await newStudy()), await jobs.request(await newStudy())]
  await jobs.db.transaction((tx) => beginZip(tx, { zipId: building.zipId, objectKey: 'zips/y.zip' }))
  const both = [waiting.zipId, building.zipId].sort()
  await prebuildZips(jobs.context)
  await jobs.relay()
  expect((await queuedZips()).sort()).toEqual(both)
  await prebuildZips(jobs.context)
  await jobs.relay()
  expect((await queuedZips()).sort()).toEqual(both)
  await jobs.context.queues.byName.archive.obliterate({ force: true })
  await prebuildZips(jobs.context)
  await jobs.relay()
  expect((await queuedZips()).sort()).toEqual(both)
})

test('only expired credentials are removed', async () => {
  const { db } = jobs
  const user = await createUser(db, 'admin')
  const study = await newStudy()
  const [gone, ended, open] = [await createActor(db, user), await createActor(db, user), await createActor(db, user)]
  await db
    .update(sessions)
    .set({ expiresAt: ago(31 * DAY_MS) })
    .where(eq(sessions.id, gone.sessionId))
  await db
    .update(sessions)
    .set({ revokedAt: ago(29 * DAY_MS) })
    .where(eq(sessions.id, ended.sessionId))
  const hash = () => createHash('sha256').update(randomUUID()).digest('hex')
  const later = new Date(Date.now() + HOUR_MS)
  for (const expiresAt of [ago(1000), later]) {
    await db.insert(tickets).values({ hash: hash(), purpose: 'ws', sessionId: open.sessionId, expiresAt })
    await db.insert(viewerGrants).values({ hash: hash(), sessionId: open.sessionId, studyId: study.id, expiresAt })
  }
  await db.insert(loginThrottles).values([
    { key: 'old', failures: 3, blockedUntil: ago(2 * DAY_MS) },
    { key: 'new', failures: 3, blockedUntil: ago(1000) },
  ])
  for (const expiresAt of [ago(31 * DAY_MS), ago(29 * DAY_MS)]) {
    await db.insert(shareLinks).values({ hash: hash(), studyId: study.id, createdBy: user.id, expiresAt })
  }
  await purgeSessions(jobs.context)
  const left = await db.select({ id: sessions.id }).from(sessions)
  expect(left.map(({ id }) => id).sort()).toEqual([ended.sessionId, open.sessionId].sort())
  expect(await db.select({ expiresAt: tickets.expiresAt }).from(tickets)).toEqual([{ expiresAt: later }])
  expect(await db.select({ expiresAt: viewerGrants.expiresAt }).from(viewerGrants)).toEqual([{ expiresAt: later }])
  expect(await db.$count(shareLinks)).toBe(1)
  expect(await db.select({ key: loginThrottles.key }).from(loginThrottles)).toEqual([{ key: 'new' }])
})

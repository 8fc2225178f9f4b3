import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { intakeFailures } from '@readroom/db/studies/intake/intake-failures.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { startOrthanc } from '@readroom/local/services/orthanc'
import { makeImage } from '@readroom/orthanc/testing/make-image'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openWorkerDatabase } from '../../core/database.ts'
import type { Loop } from '../../core/loop.ts'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { openFaultyArchive } from './faulty-archive.fixture.ts'
import { findStudy, getStudy, listEvents, makeContext, pollAll, silent } from './intake.fixture.ts'
import { startIntake } from './intake.ts'
import { pollOnce } from './poll.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext
let logged: { loop?: string; msg: string }[]
const running: Loop[] = []

beforeAll(async () => {
  // Long enough that Orthanc never says StableStudy by itself.
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  ;[database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive({ dir, settings: { StableAge: 3600 } }),
  ])
  const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) })
  context = makeContext(database, archive.orthanc, { log, settleSeconds: 2 })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.stop()))
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

function start(overrides: Partial<IntakeContext> = {}): void {
  logged = []
  running.push(startIntake({ ...context, ...overrides }))
}

const taken = (orthancId: string) => getStudy(database, orthancId)

test('a study is on the worklist within two seconds and settles two seconds after the settle time', async () => {
  start({ pollMs: 500 })
  const [sent] = await archive.upload(makeImage())
  const orthancId = sent?.ParentStudy ?? ''
  await eventually(() => taken(orthancId))
  await eventually(async () => expect((await taken(orthancId)).settledAt).not.toBeNull())
  expect(await listEvents(database, (await taken(orthancId)).id)).toEqual(['received', 'settled'])
  expect(logged).toEqual([])
})

test('an archive that crashes before a study is stable delays nothing but the time it is away, and is reported once a loop', async () => {
  start()
  const [sent] = await archive.upload(makeImage())
  const orthancId = sent?.ParentStudy ?? ''
  await eventually(() => taken(orthancId))
  await archive.kill()
  await eventually(() => expect(logged.some(({ msg }) => msg === 'fails; it will be repeated')).toBe(true))
  const { dir, httpPort, dicomPort, password } = archive
  const again = await startOrthanc({ dir, httpPort, dicomPort, password, durable: false, settings: { StableAge: 3600 } })
  archive = { ...archive, kill: again.kill }
  await eventually(async () => expect((await taken(orthancId)).status).toBe('pending_assignment'))
  await eventually(() => expect(logged.some(({ loop, msg }) => loop === 'intake' && msg === 'works again')).toBe(true))
  expect(logged.filter(({ loop }) => loop === 'intake').map(({ msg }) => msg)).toEqual([
    'fails; it will be repeated',
    'works again',
  ])
})

test('PostgreSQL going away in the middle of a round costs that round only', async () => {
  const own = openWorkerDatabase(database.url, silent)
  const [sent] = await archive.upload(makeImage())
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
  const transaction: typeof own.db.transaction = (work) =>
    own.db.transaction(async (tx) => {
      await work(tx)
      await database.asOwner(terminate)
      throw new Error('the commit failed')
    })
  const dying = new Proxy(own.db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) })
  await expect(pollOnce({ ...context, database: { ...own, db: dying } })).rejects.toThrow()
  expect(await findStudy(database, sent?.ParentStudy ?? '')).toBeUndefined()
  await eventually(() => pollAll({ ...context, database: own }))
  await own.close()
  expect(await taken(sent?.ParentStudy ?? '')).toMatchObject({ imageCount: 1 })
})

test.each(['hangs', 'resets'] as const)(
  'one study of which the archive %s is set aside, and the others come in',
  async (fault) => {
    const faulty = await openFaultyArchive(archive, 500)
    const [bad, ...good] = await archive.upload(...Array.from({ length: 6 }, () => makeImage()))
    const badId = bad?.ParentStudy ?? ''
    faulty.faults.set(badId, fault)
    try {
      start({ orthanc: faulty.orthanc, patientOrthanc: faulty.orthanc })
      for (const { ParentStudy } of good)
        await eventually(async () => expect((await taken(ParentStudy)).settledAt).not.toBeNull())
      await eventually(async () => {
        const failures = await database.db.select().from(intakeFailures)
        expect(failures).toMatchObject([{ orthancId: badId }])
        expect(failures[0]?.reason).toMatch(/no answer/)
      })
      const [later] = await archive.upload(makeImage())
      await eventually(() => taken(later?.ParentStudy ?? ''))
      expect(await findStudy(database, badId)).toBeUndefined()

      faulty.faults.clear()
      await database.db.update(intakeFailures).set({ nextAttemptAt: new Date(0) })
      await eventually(() => taken(badId))
      await eventually(async () => expect(await database.db.select().from(intakeFailures)).toEqual([]))
    } finally {
      await Promise.all(running.splice(0).map((loop) => loop.stop()))
      await faulty.close()
    }
  },
  30_000,
)

test('a row that somebody holds for long is not waited for', async () => {
  const own = openWorkerDatabase(database.url, silent)
  const { rows } = await own.pool.query(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
  )
  await own.close()
  expect(rows).toEqual([{ lock: '5s', statement: '30s' }])
})

test('stopping waits for the round in hand and leaves no transaction behind', async () => {
  start()
  await archive.upload(...Array.from({ length: 10 }, () => makeImage()))
  await Promise.all(running.splice(0).map((loop) => loop.stop()))
  const { rows } = await database.asOwner(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
})

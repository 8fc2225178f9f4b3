import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/eventually'
import { startOrthanc } from '@readroom/local/orthanc'
import { makeImage } from '@readroom/orthanc/testing/make-image'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openWorkerDatabase } from '../database.ts'
import type { Loop } from '../loop.ts'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { getStudy, listEvents, makeContext, pollAll, silent } from './intake.fixture.ts'
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
  const orthanc = {
    ...archive.orthanc,
    getStudySeries: async (id: string) => {
      await database.asOwner(terminate)
      return archive.orthanc.getStudySeries(id)
    },
  }
  logged = []
  await expect(pollOnce({ ...context, database: own, orthanc })).rejects.toThrow()
  await pollAll({ ...context, database: own })
  await own.close()
  expect(await taken(sent?.ParentStudy ?? '')).toMatchObject({ imageCount: 1 })
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

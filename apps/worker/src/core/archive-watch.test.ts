import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { startOrthanc } from '@readroom/local/services/orthanc'
import type {} from '@readroom/local/suites/vitest-services'
import { createOrthanc } from '@readroom/orthanc/client'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { expect, inject, onTestFinished, test } from 'vitest'
import { silent } from '../studies/intake/intake.fixture.ts'
import { watchArchive } from './archive-watch.ts'
import { startRefusalCounts } from './port-refusals.ts'
import { createPortWatch } from './port-watch.ts'

test('an archive that hangs is noted for the page System', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-archive-'))
  const [database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    startOrthanc({ dir, durable: false }),
  ])
  const orthanc = createOrthanc(archive, { answerMs: 1_000, silenceMs: 1_000 })
  const refusals = startRefusalCounts(database, silent)
  const watch = createPortWatch({ everyMs: 0, failures: 1 })
  expect(await watch.hasHung('archive', () => orthanc.system())).toBe(false)
  process.kill(archive.pid, 'SIGSTOP')
  const loop = watchArchive({ orthanc, refusals, log: silent, heartbeats: createHeartbeats(), watch })
  onTestFinished(async () => {
    await Promise.all([loop.stop(), archive.kill()])
    await refusals.stop()
    await orthanc.close()
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  })
  await eventually(async () => {
    await refusals.store()
    expect(await listPortRefusals(database.db)).toMatchObject([{ port: 'archive', address: '', reason: 'no answer' }])
  })
  expect(watch.isAnswering('archive')).toBe(false)
})

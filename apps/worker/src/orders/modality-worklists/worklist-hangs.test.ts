import { connect } from 'node:net'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import type {} from '@readroom/local/suites/vitest-services'
import { childrenWith } from '@readroom/process/testing/children'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createPortWatch } from '../../core/port-watch.ts'
import { openWorklists } from './worklist.fixture.ts'

test('a process of the worklist that hangs is replaced, with a note', async () => {
  const database = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  let hasAnswered = 0
  const real = createPortWatch({ everyMs: 0, failures: 1 })
  const watch = {
    ...real,
    hasHung: (port: string, ask: () => Promise<unknown>) =>
      real.hasHung(port, async () => {
        await ask()
        hasAnswered += 1
      }),
  }
  const worklists = await openWorklists(database, null, { watch, probeMs: 1_000 })
  onTestFinished(worklists.stop)
  await eventually(() => expect(hasAnswered).toBeGreaterThan(0))
  const [hung] = await childrenWith('worklist-child')
  const before = await worklists.port()
  if (hung === undefined) throw new Error('nothing listens')
  process.kill(hung, 'SIGSTOP')
  await eventually(async () => {
    await worklists.refusals.store()
    expect(await listPortRefusals(database.db, null)).toMatchObject([{ port: 'worklist', reason: 'no answer', address: '' }])
    expect(await worklists.port()).not.toBe(before)
  })
  const socket = connect(await worklists.port(), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  expect(await childrenWith('worklist-child')).not.toContain(hung)
})

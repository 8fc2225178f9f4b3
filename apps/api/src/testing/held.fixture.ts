import type { Begun } from '@readroom/db/core/locks'
import { eventually } from '@readroom/local/core/eventually'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Returns the answer to `ask`, which is called after `change` but before its transaction commits. Once the call waits for a lock, or has been
 * answered, `finish` runs and the transaction commits.
 */
export async function answerDuring(
  api: Pick<TestApi, 'db' | 'asOwner'>,
  change: (tx: Begun) => Promise<unknown>,
  ask: () => Promise<LightMyRequestResponse>,
  finish: (tx: Begun) => Promise<unknown> = async () => {},
): Promise<LightMyRequestResponse> {
  const { asking } = await api.db.transaction(async (tx) => {
    await change(tx)
    let isAnswered = false
    const answering = ask().finally(() => {
      isAnswered = true
    })
    await eventually(async () => expect(isAnswered || (await api.asOwner(waiting)).rowCount).toBeTruthy())
    await finish(tx)
    return { asking: answering }
  })
  return asking
}

import type { Tx } from '@readroom/db/client'
import { eventually } from '@readroom/local/eventually'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * The answer to `ask`, made while `change` is done and not committed yet: when the call waits for that, or is answered, the transaction goes on with
 * `finish` and is committed.
 */
export async function answerDuring(
  api: Pick<TestApi, 'db' | 'asOwner'>,
  change: (tx: Tx) => Promise<unknown>,
  ask: () => Promise<LightMyRequestResponse>,
  finish: (tx: Tx) => Promise<unknown> = async () => {},
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

import { LiveEvent } from '@readroom/contracts/live'
import type { Database } from '@readroom/db/client'
import { type OutboxRow, removeOutboxRows, takeOutboxRows } from '@readroom/db/outbox'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Loop, startLoop } from '../loop.ts'
import { createOutboxListener } from './listener.ts'

const ROWS_AT_ONCE = 100
const POLL_MS = 1000

export type RelayContext = {
  database: Database
  log: Logger
  /** Sends a live event to every API process. Rejects at once while Redis is away. */
  publish: (event: LiveEvent) => Promise<unknown>
  /** Adds a job of the job table, or throws a ZodError; adding the same `id` again changes nothing. Rejects at once while Redis is away. */
  addJob: (job: { id: number; name: string; payload: unknown }) => Promise<unknown>
}

async function send({ publish, addJob }: RelayContext, { id, kind, name, payload }: OutboxRow): Promise<unknown> {
  return kind === 'job' ? addJob({ id, name, payload }) : publish({ ...LiveEvent.parse(payload), id })
}

/**
 * Sends the oldest rows of the outbox and removes them, in one transaction: a relay that dies has removed nothing, and what it sent
 * is sent once more. Answers how many went.
 */
export async function relayOnce(context: RelayContext, stuck: Set<number>): Promise<number> {
  return context.database.db.transaction(async (tx) => {
    const rows = await takeOutboxRows(tx, ROWS_AT_ONCE)
    const sent: number[] = []
    for (const row of rows) {
      try {
        await send(context, row)
        sent.push(row.id)
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error
        if (!stuck.has(row.id))
          context.log.error({ outboxId: row.id, name: row.name }, 'an outbox row is not understood and stays')
        stuck.add(row.id)
      }
    }
    await removeOutboxRows(tx, sent)
    return sent.length
  })
}

/** Carries the outbox to Redis, as soon as rows are committed. Any number of relays may run side by side. */
export function startRelay(context: RelayContext): Loop {
  const listener = createOutboxListener(context.database.pool)
  const stuck = new Set<number>()
  const loop = startLoop({
    name: 'outbox',
    log: context.log,
    round: async () => {
      await listener.listen()
      return (await relayOnce(context, stuck)) === ROWS_AT_ONCE ? 0 : POLL_MS
    },
    wake: listener.wait,
  })
  return {
    stop: async () => {
      await loop.stop()
      listener.close()
    },
  }
}

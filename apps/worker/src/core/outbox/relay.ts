import type { Origin } from '@readroom/contracts/core/origin'
import { type LiveEvent, readLiveEvent } from '@readroom/contracts/worklist/live'
import type { Database, Tx } from '@readroom/db/core/client'
import { type OutboxRow, outboxChannel, removeOutboxRows, takeOutboxRows } from '@readroom/db/core/outbox'
import { insertDeadLetter, notUnderstood } from '@readroom/db/operations/dead-letters'
import type { Heartbeats } from '@readroom/process/heartbeats'
import { currentOrigin } from '@readroom/process/origin'
import { inSpan } from '@readroom/process/traces'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createListener } from '../listener.ts'
import { type Loop, startLoop } from '../loop.ts'

const ROWS_AT_ONCE = 100
const POLL_MS = 1000

export type RelayContext = {
  database: Database
  log: Logger
  /** Sends a live event to every API process. Rejects at once while Redis is away. */
  publish: (event: LiveEvent) => Promise<unknown>
  /** Adds a job of the job table, or throws a ZodError; adding the same `id` again changes nothing. Rejects at once while Redis is away. */
  addJob: (job: { id: number; name: string; payload: unknown; origin: Origin | null }) => Promise<unknown>
  /** Hears of a row that was sent. */
  onSent?: (kind: OutboxRow['kind']) => void
}

const Fields = z.record(z.string(), z.unknown())

async function send({ publish, addJob }: RelayContext, { id, kind, name, payload, origin }: OutboxRow): Promise<unknown> {
  if (kind === 'job')
    return inSpan('outbox', origin, { 'readroom.job': name }, () => addJob({ id, name, payload, origin: below(origin) }))
  return publish(readLiveEvent({ ...Fields.parse(payload), id }))
}

/** Returns the origin of the same request, with the current span of its trace. */
const below = (origin: Origin | null): Origin | null => (origin ? { ...origin, ...currentOrigin() } : null)

/** Names the fields that don't match the schema. Leaves out their values, which may hold patient data. */
const describe = ({ issues }: z.ZodError) => issues.map(({ path, code }) => `${path.join('.') || 'payload'}: ${code}`).join(', ')

/** A row that nobody understands goes to the dead letters, and stops no other. */
async function setAside(
  { log }: RelayContext,
  tx: Tx,
  { id, kind, name, payload, origin }: OutboxRow,
  error: z.ZodError,
): Promise<void> {
  const reason = `${notUnderstood} (${describe(error)})`
  log.error(
    { outboxId: id, kind, name, reason, requestId: origin?.requestId },
    'an outbox row is not understood; it is with the dead letters',
  )
  await insertDeadLetter(tx, { source: kind === 'job' ? 'outbox' : 'live', name, payload, reason })
}

/**
 * Sends the oldest rows of the outbox and removes them, in one transaction: a relay that dies has removed nothing, and what it sent
 * is sent once more. Returns how many went.
 */
export async function relayOnce(context: RelayContext): Promise<number> {
  return context.database.db.transaction(async (tx) => {
    const rows = await takeOutboxRows(tx, ROWS_AT_ONCE)
    for (const row of rows) {
      try {
        await send(context, row)
        context.onSent?.(row.kind)
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error
        await setAside(context, tx, row, error)
      }
    }
    await removeOutboxRows(
      tx,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}

/** Carries the outbox to Redis, as soon as rows are committed. Any number of relays may run side by side. */
export function startRelay(context: RelayContext & { heartbeats: Heartbeats }): Loop {
  const listener = createListener(context.database.pool, outboxChannel)
  const loop = startLoop({
    name: 'outbox',
    log: context.log,
    heartbeats: context.heartbeats,
    round: async () => {
      await listener.listen()
      return (await relayOnce(context)) === ROWS_AT_ONCE ? 0 : POLL_MS
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

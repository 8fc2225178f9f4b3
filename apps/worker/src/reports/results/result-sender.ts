import { randomUUID } from 'node:crypto'
import { type Database, isDatabaseDown, isGivenUp, withoutStatement } from '@readroom/db/core/client'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { ResultDestinationRow } from '@readroom/db/reports/result-destinations'
import {
  type Claim,
  claimDestination,
  endClaim,
  findNextDelivery,
  type ResultContent,
  renewClaim,
} from '@readroom/db/reports/result-queue'
import { beginAttempt, endAttempt } from '@readroom/domain/reports/result-sending'
import type { Heartbeats } from '@readroom/process/heartbeats'
import { StorageDown } from '@readroom/storage/object-storage'
import type { Logger } from 'pino'
import { startLoop } from '../../core/loop.ts'
import type { Answer, Channel } from './channels/channel.ts'
import { type ChannelOptions, openChannel } from './channels/open-channel.ts'
import { type ContentContext, writeContent } from './contents/result-content.ts'
import { Unwritable } from './contents/result-report.ts'

export type ResultSenderContext = ContentContext & {
  database: Pick<Database, 'db'>
  log: Logger
  heartbeats: Heartbeats
  channels: ChannelOptions
  /** Counts an attempt by its answer. */
  onAttempt: (answer: string) => void
}

/** A new result waits this long at most. */
const LOOK_MS = 1_000
/** Destinations that are served at the same time. Most of them wait for an answer. */
const AT_ONCE = 16
/** Longer than an attempt can take. A sender that was killed keeps its destination for so long. */
const CLAIM_SECONDS = 90
/** A destination with a long queue gives others their turn. */
const TURN_MS = 60_000

const isFailure = ({ answer }: Answer) => !['accepted', 'faulty', 'refused', 'failed'].includes(answer)

const isWritten = (made: ResultContent | Answer): made is ResultContent => 'content' in made

/** Returns the bytes of a delivery, or the answer that stands for them. Throws what a repetition may repair. */
async function contentOf(
  context: ResultSenderContext,
  destination: ResultDestinationRow,
  delivery: ResultDeliveryRow,
): Promise<ResultContent | Answer> {
  const { content, sopClassUid, fillerNumber } = delivery
  if (content !== null) return { content, sopClassUid, fillerNumber }
  try {
    return await writeContent(context, destination, delivery)
  } catch (error) {
    if (isDatabaseDown(error) || isGivenUp(error)) throw error
    if (error instanceof StorageDown) return { answer: 'unready', text: '' }
    // A message that can never be made must not stop those behind it.
    context.log.error({ delivery: delivery.id, err: withoutStatement(error) }, 'a result could not be written')
    return { answer: 'failed', text: error instanceof Unwritable ? error.message : '' }
  }
}

/** Makes one attempt. Returns its answer; null if the delivery is not to be sent now. */
async function attempt(
  context: ResultSenderContext,
  {
    destination,
    delivery,
    claim,
    channel,
  }: { destination: ResultDestinationRow; delivery: ResultDeliveryRow; claim: Claim; channel: Channel },
): Promise<Answer | null> {
  const { db } = context.database
  const { id, kind, controlId } = delivery
  const made = await contentOf(context, destination, delivery)
  if (!isWritten(made)) return made
  const input = { claim, delivery, written: made }
  const content = await db.transaction((tx) => beginAttempt(tx, input, CLAIM_SECONDS))
  return content && channel.send({ id, kind, controlId, content })
}

/** Sends what waits for a destination, one after the other, until nothing waits, it does not answer, or its turn is over. */
async function serve(
  context: ResultSenderContext,
  destinationId: string,
  claim: Claim,
  isStopping: () => boolean,
): Promise<void> {
  const { log, onAttempt } = context
  const { db } = context.database
  const end = Date.now() + TURN_MS
  let channel: Channel | null = null
  try {
    while (Date.now() < end && !isStopping()) {
      const destination = await renewClaim(db, claim, CLAIM_SECONDS)
      const delivery = destination && (await findNextDelivery(db, destinationId))
      if (!destination || !delivery) return
      channel ??= openChannel(destination, context.channels)
      const answer = await attempt(context, { destination, delivery, claim, channel })
      if (answer === null) continue
      onAttempt(answer.answer)
      await db.transaction((tx) => endAttempt(tx, { destinationId, deliveryId: delivery.id, ...answer }))
      if (!isFailure(answer)) continue
      log.warn({ destination: destinationId, delivery: delivery.id, answer: answer.answer }, 'a result was not answered')
      return
    }
  } finally {
    channel?.close()
    await endClaim(db, claim)
  }
}

/** Sends the results that wait for destinations: one at a time for each, and several destinations at once. */
export function startResultSender(context: ResultSenderContext) {
  const { database, log, heartbeats } = context
  const serving = new Set<Promise<void>>()
  let stopping = false

  function start(destinationId: string, claim: string): void {
    const mine = serve(context, destinationId, { destinationId, claim }, () => stopping)
      .catch((error: unknown) => log.error({ destination: destinationId, err: withoutStatement(error) }, 'results were not sent'))
      .finally(() => serving.delete(mine))
    serving.add(mine)
  }

  async function look(): Promise<number> {
    while (serving.size < AT_ONCE && !stopping) {
      const claim = randomUUID()
      const destination = await claimDestination(database.db, claim, CLAIM_SECONDS)
      if (!destination) break
      start(destination.id, claim)
    }
    return LOOK_MS
  }

  const loop = startLoop({ name: 'results', log, heartbeats, round: look })
  return {
    /** Lets the attempts in hand finish. */
    stop: async () => {
      stopping = true
      await loop.stop()
      await Promise.all(serving)
    },
  }
}

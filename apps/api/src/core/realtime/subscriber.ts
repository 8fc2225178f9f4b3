import { type LiveEvent, liveChannel, readLiveEvent } from '@readroom/contracts/worklist/live'
import type { Db } from '@readroom/db/core/client'
import { insertDeadLetter, notUnderstood } from '@readroom/db/operations/dead-letters'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import type { Hub } from './hub.ts'

function readMessage(text: string): LiveEvent | null {
  try {
    return readLiveEvent(JSON.parse(text))
  } catch {
    return null
  }
}

const WATCH_MS = 10_000
const ANSWER_MS = 5_000
/** After a gap, pages ask again within this time, not all at once. */
const ASK_AGAIN_MS = 2_000
/** Messages that this version does not understand are one gap in this time. */
const GATHER_MS = 3_000

/**
 * Receives the outbox relay's events over Redis for the life of the process. Redis may be down at the start and at any time.
 * `onUnreadable` gets messages that are not known events.
 */
export function subscribeToLiveEvents(
  redisUrl: string,
  hub: Hub,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  onUnreadable: (text: string) => void,
): { stop: () => void; ping: () => Promise<unknown> } {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    retryStrategy: (tries) => Math.min(tries * 200, 2_000),
  })
  let isDown = false
  let gathering: ReturnType<typeof setTimeout> | undefined
  redis.on('error', (error) => {
    if (!isDown) log.warn({ reason: error.message }, 'redis is not reachable, live events wait')
    isDown = true
  })
  redis.on('ready', () => {
    if (isDown) log.info('redis is back')
    isDown = false
    // Redis keeps nothing for those who are not there: what was published before this is lost.
    redis.subscribe(liveChannel).then(
      () => hub.noteGap(ASK_AGAIN_MS),
      () => {},
    )
  })
  redis.on('message', (_channel, text) => {
    const event = readMessage(text)
    if (event) return void hub.deliver(event)
    onUnreadable(text)
    // It may be of a newer version, and of something that open pages show.
    gathering ??= setTimeout(() => {
      gathering = undefined
      void hub.noteGap(ASK_AGAIN_MS)
    }, GATHER_MS)
  })
  // A dead connection reports nothing, so an unanswered ping makes a new one.
  const ping = () => (redis.status === 'ready' ? redis.ping() : Promise.reject(new Error(redis.status)))
  const watching = setInterval(() => {
    if (redis.status !== 'ready') return
    const late = setTimeout(() => redis.disconnect(true), ANSWER_MS)
    void ping()
      .catch(() => {})
      .finally(() => clearTimeout(late))
  }, WATCH_MS)
  return {
    ping,
    stop: () => {
      clearInterval(watching)
      clearTimeout(gathering)
      redis.disconnect()
    },
  }
}

/** Adds the beginning of an unreadable message to the failed jobs that administrators see. */
export function noteUnreadable(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): (text: string) => void {
  return (text) => {
    log.warn('a message on the live channel is not understood; it is with the dead letters')
    const letter = { source: 'live', name: liveChannel, payload: text.slice(0, 1000), reason: notUnderstood } as const
    insertDeadLetter(db, letter).catch((error: unknown) => log.warn({ err: error }, 'a dead letter could not be stored'))
  }
}

import { LiveEvent, liveChannel } from '@readroom/contracts/live'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import type { Hub } from './hub.ts'

/** Hears the outbox relay's events over Redis for as long as the process lives. Redis may be down at the start and at any time. */
export function subscribeToLiveEvents(
  redisUrl: string,
  hub: Hub,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): { stop: () => void } {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: (tries) => Math.min(tries * 200, 2_000) })
  let isDown = false
  redis.on('error', (error) => {
    if (!isDown) log.warn({ reason: error.message }, 'redis is not reachable, live events wait')
    isDown = true
  })
  redis.on('ready', () => {
    if (isDown) log.info('redis is back')
    isDown = false
  })
  redis.on('message', (_channel, text) => {
    const event = LiveEvent.safeParse(JSON.parse(text))
    if (event.success) void hub.deliver(event.data)
    else log.warn('an unknown live event was ignored')
  })
  void redis.subscribe(liveChannel).catch(() => {})
  return { stop: () => redis.disconnect() }
}

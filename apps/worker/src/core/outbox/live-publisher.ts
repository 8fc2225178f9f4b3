import { type LiveEvent, liveChannel, storedLiveEvent } from '@readroom/contracts/worklist/live'
import { Redis } from 'ioredis'

export type LivePublisher = { publish: (event: LiveEvent) => Promise<unknown>; close: () => void }

/** Publishes to every API process. While Redis is away nothing waits in memory: publishing rejects, and works again once it is back. */
export function createLivePublisher(redisUrl: string): LivePublisher {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), 2_000),
  })
  // Outages reach the callers of `publish`.
  redis.on('error', () => {})
  return {
    publish: (event) => redis.publish(liveChannel, JSON.stringify(storedLiveEvent(event))),
    close: () => redis.disconnect(),
  }
}

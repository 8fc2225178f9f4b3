import { Redis } from 'ioredis'

/** The part of a pino logger that is used here. */
export type JobLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3_000
const downCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE']

/**
 * A connection that comes back by itself however long Redis is away; commands wait for it meanwhile.
 * An outage is logged once when it begins and once when it ends.
 */
export function connectRedis(url: string, log: JobLog): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
  })
  let isDown = false
  const noteOutage = (error?: Error) => {
    if (!isDown) log.warn({ reason: error?.message ?? 'connection closed' }, 'Redis is not reachable; jobs wait until it is back')
    isDown = true
  }
  redis.on('error', noteOutage)
  // Not `close`, which also comes when we leave.
  redis.on('reconnecting', () => noteOutage())
  redis.on('end', () => redis.removeAllListeners())
  redis.on('ready', () => {
    if (isDown) log.info({}, 'Redis is reachable again')
    isDown = false
  })
  return redis
}

/** True for what the connection's own log entry already says. */
export function isRedisDown(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined
  return downCodes.some((name) => name === code) || /Connection is closed|Stream isn't writeable|^LOADING/.test(error.message)
}

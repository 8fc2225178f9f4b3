import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { readTestServices } from '../core/config.ts'
import { startPostgres } from '../services/postgres.ts'
import { startRedis } from '../services/redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the maintenance database; tests create their own databases from it. */
    databaseUrl: string
    redisUrl: string
  }
}

/** Gives every test run a PostgreSQL and a Redis of its own, unless TEST_DATABASE_URL or TEST_REDIS_URL name running ones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = readTestServices()
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const [postgres, redis] = await Promise.all([
    given.databaseUrl ? undefined : startPostgres({ dir: join(dir, 'postgres'), durable: false }),
    given.redisUrl ? undefined : startRedis({ dir: join(dir, 'redis'), durable: false }),
  ])
  project.provide('databaseUrl', given.databaseUrl ?? postgres?.url ?? '')
  project.provide('redisUrl', given.redisUrl ?? redis?.url ?? '')
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()])
    await rm(dir, { recursive: true, force: true })
  }
}

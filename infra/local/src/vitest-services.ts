import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the maintenance database; tests create their own databases from it. */
    databaseUrl: string
    redisUrl: string
  }
}

/** Gives every test run a PostgreSQL and a Redis of its own, unless TEST_DATABASE_URL or TEST_REDIS_URL name running ones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const [postgres, redis] = await Promise.all([
    TEST_DATABASE_URL ? undefined : startPostgres({ dir: join(dir, 'postgres'), durable: false }),
    TEST_REDIS_URL ? undefined : startRedis({ dir: join(dir, 'redis'), durable: false }),
  ])
  project.provide('databaseUrl', TEST_DATABASE_URL ?? postgres?.url ?? '')
  project.provide('redisUrl', TEST_REDIS_URL ?? redis?.url ?? '')
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()])
    await rm(dir, { recursive: true, force: true })
  }
}

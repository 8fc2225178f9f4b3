import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@readroom/db/core/actor'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { createOrthanc, type Orthanc } from '@readroom/orthanc/client'
import type { LogOutput } from '@readroom/process/log-output'
import { createStorage } from '@readroom/storage/create-storage'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject as injected } from 'vitest'
import { buildApp } from '../app.ts'
import { type Config, Env } from '../core/config.ts'
import { archiveLimits, type Context } from '../core/context.ts'
import { type CurrentSettings, openSettings } from '../core/current-settings.ts'
import type { Hub } from '../core/realtime/hub.ts'

type Signed = Pick<Actor, 'sessionId'> & { tokenId: string }

export type TestApi = TestDatabase & {
  app: FastifyInstance
  hub: Hub
  config: Config
  settings: CurrentSettings
  storage: ObjectStorage
  orthanc: Orthanc
  pause: Context['pause']
  /** Sends a request as `actor`, or without a session. */
  request(options: InjectOptions, actor?: Signed): Promise<LightMyRequestResponse>
  token(actor: Signed): string
  /** `METHOD /path` of every registered route. */
  routes: string[]
  /** Returns the keys of the stored files in a folder. */
  listFiles(folder: string): Promise<string[]>
  stop(): Promise<void>
}

/** Nothing listens on port 1, so the archive is down unless a test names a real one. */
const noArchive = { url: 'http://127.0.0.1:1', username: '', password: '' }

export type TestApiOptions = {
  env?: Partial<Record<keyof Config, string>>
  archive?: typeof noArchive
  /** Admin URL of another PostgreSQL server than the shared one. */
  databaseServer?: string
  /** Makes another process of the same system. The first one drops the shared database. */
  sharing?: TestDatabase
  /** Replaces the API's pauses. By default it retries at once. */
  pause?: Context['pause']
  log?: Pick<LogOutput, 'write' | 'isLosing'>
}

/** Starts the whole API with a new database and storage folder. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.sharing
    ? { ...options.sharing, drop: async () => {} }
    : await createTestDatabase(options.databaseServer ?? injected('databaseUrl'))
  const dir = await mkdtemp(join(tmpdir(), 'readroom-api-'))
  const archive = options.archive ?? noArchive
  const config = Env.parse({
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: database.url,
    REDIS_URL: injected('redisUrl'),
    ORTHANC_URL: archive.url,
    JWT_SECRET: 'a secret that only the tests of the API know',
    STORAGE_DIR: dir,
    LOG_LEVEL: 'silent',
    REPORT_RECALL_SECONDS: '0',
    ...options.env,
  })
  const settings = openSettings(database.db, config)
  const storage = createStorage({ driver: 'local', dir })
  const orthanc = createOrthanc(archive, archiveLimits)
  const pause = options.pause ?? (async () => {})
  const routes: string[] = []
  const { app, hub } = await buildApp(
    { config, settings, db: database.db, orthanc, storage, pause },
    {
      onRoute: ({ method, url }) => void routes.push(...[method].flat().map((name) => `${name} ${url}`)),
      ...(options.log && { log: options.log }),
    },
  )
  await app.ready()
  const token = ({ sessionId, tokenId }: Signed) => app.jwt.sign({ sid: sessionId, jti: tokenId })
  return {
    ...database,
    app,
    hub,
    config,
    settings,
    storage,
    orthanc,
    pause,
    token,
    routes,
    listFiles: async (folder) => (await readdir(join(dir, folder))).map((name) => `${folder}/${name}`),
    request: async ({ headers, ...rest }, actor) =>
      app.inject({ ...rest, headers: { ...(actor && { authorization: `Bearer ${token(actor)}` }), ...headers } }),
    stop: async () => {
      await app.close()
      await orthanc.close()
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

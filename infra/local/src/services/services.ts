import { join } from 'node:path'
import type { RunningChild } from '../core/child.ts'
import type { LocalConfig } from '../core/config.ts'
import { supervise } from '../system/supervise.ts'
import { startMail } from './mail.ts'
import { type Orthanc, startOrthanc } from './orthanc.ts'
import { createDatabase, type Postgres, startPostgres } from './postgres.ts'
import { type Redis, startRedis } from './redis.ts'

export interface Service {
  /** The environment variables that tell programs where it is. */
  env: Record<string, string>
  stop: () => Promise<void>
}

type Starter = (config: LocalConfig, signal: AbortSignal) => Promise<Service>

/** A service that hangs is killed and starts again. PostgreSQL is left alone: one that does not answer may be repairing its files. */
const watch = { ask: (child: RunningChild) => child.isReady() }

const replaced = (env: Record<string, string>): Service => ({ env, stop: async () => {} })

const postgres: Starter = async (config, signal) => {
  if (config.DATABASE_URL) return replaced({ DATABASE_URL: config.DATABASE_URL })
  const dir = join(config.dataDir, 'postgres')
  const { first, stop } = await supervise('PostgreSQL', signal, (previous?: Postgres) =>
    startPostgres({ dir, port: previous?.port, signal }),
  )
  return { env: { DATABASE_URL: await createDatabase(first.url, 'readroom') }, stop }
}

const redis: Starter = async (config, signal) => {
  if (config.REDIS_URL) return replaced({ REDIS_URL: config.REDIS_URL })
  const dir = join(config.dataDir, 'redis')
  const start = (previous?: Redis) => startRedis({ dir, port: previous?.port, signal })
  const { first, stop } = await supervise('Redis', signal, start, watch)
  return { env: { REDIS_URL: first.url }, stop }
}

const orthanc: Starter = async (config, signal) => {
  if (config.ORTHANC_URL) {
    const { ORTHANC_URL, ORTHANC_USERNAME, ORTHANC_PASSWORD } = config
    return replaced({
      ORTHANC_URL,
      ORTHANC_USERNAME,
      ORTHANC_PASSWORD,
      DICOM_HOST: config.DICOM_HOST ?? new URL(ORTHANC_URL).hostname,
    })
  }
  const own = { dir: join(config.dataDir, 'orthanc'), signal }
  const start = (previous?: Orthanc) =>
    startOrthanc({ ...own, httpPort: previous?.httpPort, dicomPort: previous?.dicomPort, password: previous?.password })
  const { first, stop } = await supervise('Orthanc', signal, start, watch)
  const { url, username, password } = first
  const access = { ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password }
  // Scanners connect to DICOM_PORT, where the front is.
  const archive = { DICOM_ARCHIVE_HOST: '127.0.0.1', DICOM_ARCHIVE_PORT: String(first.dicomPort) }
  return { env: { ...access, ...archive, DICOM_HOST: '127.0.0.1', ORTHANC_STORAGE_DIR: join(own.dir, 'storage') }, stop }
}

const mail: Starter = async (config) => {
  if (config.SMTP_URL) return replaced({ SMTP_URL: config.SMTP_URL })
  const { url, dir, stop } = await startMail({ dir: join(config.dataDir, 'mail') })
  return { env: { SMTP_URL: url, MAIL_DIR: dir }, stop }
}

/** Starts every service that no URL replaces, at the same time. When one fails, those that did start are stopped again. */
export async function startServices(config: LocalConfig, signal: AbortSignal): Promise<Service> {
  const giveUp = new AbortController()
  const until = AbortSignal.any([signal, giveUp.signal])
  const results = await Promise.allSettled([postgres, redis, orthanc, mail].map((start) => start(config, until)))
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => void (await Promise.all(running.map((service) => service.stop())))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    giveUp.abort()
    await stop()
    throw failed.reason
  }
  return { env: Object.assign({}, ...running.map((service) => service.env)), stop }
}

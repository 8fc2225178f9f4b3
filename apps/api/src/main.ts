import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@readroom/db/core/client'
import { startProgramBeat } from '@readroom/db/operations/program-beat'
import { createOrthanc } from '@readroom/orthanc/client'
import { openLogOutput } from '@readroom/process/log-output'
import { createMetrics, measurePool } from '@readroom/process/metrics'
import { startProbeServer } from '@readroom/process/probe-server'
import { shownEnvironment } from '@readroom/process/shown-environment'
import { stopSignal } from '@readroom/process/stop-signal'
import { startTraces } from '@readroom/process/traces'
import { readVersion } from '@readroom/process/version'
import { createStorage } from '@readroom/storage/create-storage'
import { storageConfig } from '@readroom/storage/storage-env'
import { buildApp } from './app.ts'
import { readConfig } from './core/config.ts'
import { archiveLimits, databaseLimits, storageLimits } from './core/context.ts'
import { openSettings, settingsRefreshMs } from './core/current-settings.ts'
import { drain } from './core/http/drain.ts'
import { noteUnreadable, subscribeToLiveEvents } from './core/realtime/subscriber.ts'

/** Limit for closing connections at the end. Nothing is lost if one does not close. */
const CLOSE_MS = 1_000

const config = readConfig()
const asked = stopSignal()
const log = openLogOutput()
const database = openDatabase(config.DATABASE_URL, { ...databaseLimits, max: config.DATABASE_CONNECTIONS, onError: () => {} })
const { ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password } = config
const orthanc = createOrthanc({ url, username, password }, archiveLimits)
const settings = openSettings(database.db, config)
const context = {
  config,
  settings,
  db: database.db,
  orthanc,
  storage: createStorage(storageConfig(config), storageLimits),
  pause: delay,
}
const metrics = createMetrics()
measurePool(metrics, database.pool)
const stopTraces = await startTraces('readroom-api', config.OTEL_EXPORTER_OTLP_ENDPOINT)
const { app, hub } = await buildApp(context, { log, metrics, pingRedis: () => subscriber.ping() })
const subscriber = subscribeToLiveEvents(config.REDIS_URL, hub, app.log, noteUnreadable(database.db, app.log))

// Without the database the last settings, or the environment's, apply. Requests that need more fail without it anyway.
const readSettings = () => settings.refresh().catch((error: unknown) => app.log.warn({ err: error }, 'settings not read'))
await readSettings()
const { stop: endBeat } = startProgramBeat(database.db, {
  name: 'api',
  version: readVersion(import.meta.url),
  environment: shownEnvironment(config),
})
const settingsTimer = setInterval(readSettings, settingsRefreshMs)

await app.listen({ host: config.HOST, port: config.PORT })
const { METRICS_HOST: metricsHost, METRICS_PORT: metricsPort } = config
const health = async () => ({ isHealthy: true, details: {} })
const probes =
  metricsPort === undefined ? null : await startProbeServer({ host: metricsHost, port: metricsPort, health, metrics })
if (probes) app.log.info({ port: probes.port }, 'metrics')

const signal = await asked
app.log.info({ signal }, 'stopping')
const clean = await drain(app, hub, { lameDuckSeconds: config.LAME_DUCK_SECONDS, seconds: config.DRAIN_SECONDS })
app.log.info({ clean }, 'stopped')
subscriber.stop()
clearInterval(settingsTimer)
await Promise.race([endBeat(), delay(CLOSE_MS)])
await Promise.race([Promise.all([database.close(), probes?.close(), stopTraces()]), delay(CLOSE_MS)])
await log.flush()
process.exit(clean ? 0 : 1)

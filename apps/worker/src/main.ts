import { setTimeout as delay } from 'node:timers/promises'
import { openLogOutput } from '@readroom/process/log-output'
import { createMetrics } from '@readroom/process/metrics'
import { startProbeServer } from '@readroom/process/probe-server'
import { stopSignal } from '@readroom/process/stop-signal'
import { startTraces } from '@readroom/process/traces'
import { readConfig } from './config.ts'
import { createLog } from './core/log.ts'
import { startWorker } from './worker.ts'

/** Unfinished work is left to the next start after this: transactions roll back, jobs run again. */
const STOP_MS = 9_000

const config = readConfig()
const output = openLogOutput()
const log = createLog(config.LOG_LEVEL, output)
const asked = stopSignal()
const metrics = createMetrics()
const stopTraces = await startTraces('readroom-worker', config.OTEL_EXPORTER_OTLP_ENDPOINT)
const worker = await startWorker(config, log, { metrics, isLosingLog: output.isLosing })
const probes =
  config.METRICS_PORT === undefined
    ? null
    : await startProbeServer({ host: config.METRICS_HOST, port: config.METRICS_PORT, ...worker, metrics })
log.info({ metricsPort: probes?.port }, 'Readroom worker is ready')

const signal = await asked
log.info({ signal }, 'stopping')
const clean = await Promise.race([worker.stop().then(() => true), delay(STOP_MS, false)])
log.info({ clean }, 'stopped')
await Promise.all([probes?.close(), stopTraces()])
await output.flush()
process.exit(clean ? 0 : 1)

import { openDatabase } from '@readroom/db/core/client'
import { startProgramBeat } from '@readroom/db/operations/program-beat'
import { tellArrival } from '@readroom/db/studies/intake/intake'
import { openLogOutput } from '@readroom/process/log-output'
import { createMetrics } from '@readroom/process/metrics'
import { startProbeServer } from '@readroom/process/probe-server'
import { shownEnvironment } from '@readroom/process/shown-environment'
import { stopSignal } from '@readroom/process/stop-signal'
import { readVersion } from '@readroom/process/version'
import { readConfig } from './core/dicom-front/config.ts'
import { openDicomFront } from './core/dicom-front/front.ts'
import { createLog } from './core/log.ts'
import { startRefusalCounts } from './core/port-refusals.ts'
import { createPortWatch } from './core/port-watch.ts'

const config = readConfig()
const asked = stopSignal()
const output = openLogOutput()
const log = createLog(config.LOG_LEVEL, output)
// Counts and notifications alone: without the database, images arrive all the same.
const database = openDatabase(config.DATABASE_URL, { connectMs: 2_000, answerMs: 4_500, max: 1, onError: () => {} })
const refusals = startRefusalCounts(database, log)
const front = await openDicomFront({
  host: config.DICOM_FRONT_HOST,
  port: config.DICOM_PORT,
  archive: { host: config.DICOM_ARCHIVE_HOST, port: config.DICOM_ARCHIVE_PORT },
  log,
  onStored: () => void tellArrival(database.db).catch(() => {}),
  onRefused: ({ address, aeTitle, reason }) => refusals.count({ port: 'dicom', labId: null, address, aeTitle, reason }),
})
log.info({ port: front.port }, 'the DICOM port is open')
const watch = createPortWatch()
const health = async () => ({ isHealthy: true, details: {} })
const { METRICS_HOST: host, METRICS_PORT: metricsPort } = config
const probes =
  metricsPort === undefined ? null : await startProbeServer({ host, port: metricsPort, health, metrics: createMetrics() })
const { stop: endBeat } = startProgramBeat(database.db, {
  name: 'dicom-front',
  version: readVersion(import.meta.url),
  environment: shownEnvironment(config),
  ports: () => [{ port: 'dicom', isAnswering: watch.isAnswering('dicom') }],
})
const watching = setInterval(async () => {
  if (!(await watch.hasHung('dicom', front.probe))) return
  log.error('the image archive did not answer C-ECHO at the DICOM port')
  refusals.count({ port: 'dicom', labId: null, address: '', aeTitle: '', reason: 'no answer' })
}, 5_000)

log.info({ signal: await asked }, 'stopping')
clearInterval(watching)
await front.stop()
await refusals.stop()
await endBeat()
await probes?.close()
await database.close()
await output.flush()
process.exit(0)

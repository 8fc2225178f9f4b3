import { defaultOrderEndDays } from '@readroom/contracts/orders/orders'
import { defaultGoalPercent } from '@readroom/contracts/turnaround/turnaround'
import { startProgramBeat } from '@readroom/db/operations/program-beat'
import { addJob, openQueues } from '@readroom/jobs/queues'
import { createOrthanc } from '@readroom/orthanc/client'
import { createRenderer } from '@readroom/pdf/renderer'
import { createHeartbeats } from '@readroom/process/heartbeats'
import type { LogOutput } from '@readroom/process/log-output'
import { createMetrics, measurePool } from '@readroom/process/metrics'
import { createSeal } from '@readroom/process/seal'
import { shownEnvironment } from '@readroom/process/shown-environment'
import { readVersion } from '@readroom/process/version'
import { createStorage } from '@readroom/storage/create-storage'
import { storageConfig } from '@readroom/storage/storage-env'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Config, hl7IdentityOf, mailSender, ownServicesOf, sealKeyOf, worklistIdentityOf, worklistTlsOf } from './config.ts'
import { watchArchive } from './core/archive-watch.ts'
import { clinicZoneOf } from './core/clinic-zone.ts'
import { openPatientDatabase, openWorkerDatabase } from './core/database.ts'
import { checkHealth } from './core/health.ts'
import { noTexts } from './core/mail/messages.ts'
import { createMailer } from './core/mail/transport.ts'
import { countEvents, countMails, measureState } from './core/metrics.ts'
import { createLivePublisher } from './core/outbox/live-publisher.ts'
import { startRelay } from './core/outbox/relay.ts'
import { createPlaces } from './core/places.ts'
import { startRefusalCounts } from './core/port-refusals.ts'
import { startJobs } from './job-handlers.ts'
import { imagesOnly } from './operations/images-only.ts'
import { startHl7Listener } from './orders/hl7/hl7-listener.ts'
import { startWorklistListener } from './orders/modality-worklists/worklist-listener.ts'
import { startReportRelease } from './reports/report-release.ts'
import { startResultSender } from './reports/results/result-sender.ts'
import { startIntake } from './studies/intake/intake.ts'
import { createPace } from './studies/intake/pace.ts'
import { startSearchMerging } from './studies/search-entries.ts'

const queuePrefix = 'readroom'

/** The archive answers the intake's questions within milliseconds; a study without an answer in this time is set aside. */
const INTAKE_TIMEOUT_MS = 4_000

/** The time limits of receivers of results. */
const RESULT_CONNECT_MS = 10_000
const RESULT_ANSWER_MS = 30_000

type Worker = {
  health: () => ReturnType<typeof checkHealth>
  /** Looks up what is measured and not counted as it happens. */
  refresh: () => Promise<void>
  stop: () => Promise<void>
}

/** The registry of the worker's metrics, and the state of its log. */
type Watching = { metrics?: Registry; isLosingLog?: LogOutput['isLosing'] }

/** Starts everything the worker does. Waits for no service: each comes and goes as it likes. */
export async function startWorker(
  config: Config,
  log: Logger,
  { metrics = createMetrics(), isLosingLog = () => false }: Watching = {},
): Promise<Worker> {
  const counters = countEvents(metrics)
  const heartbeats = createHeartbeats()
  const storage = createStorage(storageConfig(config))
  const database = openWorkerDatabase(config.DATABASE_URL, log)
  const patientDatabase = openPatientDatabase(config.DATABASE_URL, log)
  const archive = { url: config.ORTHANC_URL, username: config.ORTHANC_USERNAME, password: config.ORTHANC_PASSWORD }
  const orthanc = imagesOnly(createOrthanc(archive), database.db)
  const impatientOrthanc = imagesOnly(
    createOrthanc(archive, { answerMs: INTAKE_TIMEOUT_MS, silenceMs: INTAKE_TIMEOUT_MS }),
    database.db,
  )
  const queues = openQueues(config.REDIS_URL, queuePrefix, log)
  const mailer = countMails(createMailer({ url: config.SMTP_URL, from: mailSender(config) }), counters.mails)
  const publisher = createLivePublisher(config.REDIS_URL)

  const readZone = clinicZoneOf(database.db, config.CLINIC_TIME_ZONE)

  const intake = startIntake({
    database,
    orthanc: impatientOrthanc,
    patientOrthanc: orthanc,
    log,
    heartbeats,
    pollMs: config.INTAKE_POLL_MS,
    settleSeconds: config.SETTLE_SECONDS,
    sweepSeconds: config.SWEEP_SECONDS,
    unknownAeTitles: config.INTAKE_UNKNOWN_AE,
    storageDir: config.ORTHANC_STORAGE_DIR ?? null,
    pace: createPace(config.SWEEP_REQUESTS_PER_MINUTE),
  })
  const search = startSearchMerging({ database, log, heartbeats })
  const release = startReportRelease({ database, log, heartbeats })
  const relay = startRelay({
    database,
    log,
    heartbeats,
    publish: publisher.publish,
    addJob: (job) => addJob(queues, job),
    onSent: (kind) => counters.outbox.inc({ kind }),
  })

  const refusals = startRefusalCounts(database, log)
  const hl7 =
    config.HL7_HOST === undefined
      ? null
      : startHl7Listener({
          database,
          log,
          heartbeats,
          host: config.HL7_HOST,
          identity: hl7IdentityOf(config),
          refusals,
          onMessage: (result) => counters.hl7Messages.inc({ result }),
        })

  const worklist =
    config.WORKLIST_HOST === undefined
      ? null
      : startWorklistListener({
          database,
          log,
          heartbeats,
          host: config.WORKLIST_HOST,
          port: config.WORKLIST_PORT,
          tls: worklistTlsOf(config),
          readZone,
          refusals,
        })

  const archiveWatch = watchArchive({ orthanc: impatientOrthanc, refusals, log, heartbeats })

  const renderer = createRenderer()
  const places = createPlaces({ networks: config.RESULTS_NETWORKS, own: ownServicesOf(config) })
  const seal = config.RESULTS_KEY === undefined ? null : createSeal(config.RESULTS_KEY, 'readroom result destinations')
  const results = startResultSender({
    database,
    storage,
    renderer,
    publicUrl: config.PUBLIC_URL,
    readZone,
    log,
    heartbeats,
    channels: {
      identity: hl7IdentityOf(config),
      places,
      limits: { connectMs: RESULT_CONNECT_MS, answerMs: RESULT_ANSWER_MS },
      folder: config.RESULTS_FOLDER ?? null,
      openSecret: seal?.open ?? null,
    },
    onAttempt: (answer) => counters.results.inc({ answer }),
  })

  const { stop: endBeat } = startProgramBeat(database.db, {
    name: 'worker',
    version: readVersion(import.meta.url),
    environment: shownEnvironment(config),
    ports: () => [...(hl7?.ports() ?? []), ...(worklist?.ports() ?? [])],
  })
  const jobs = await startJobs({
    database,
    patientDatabase,
    orthanc,
    storage,
    queues,
    mailer,
    portal: { publicUrl: config.PUBLIC_URL, supportEmail: config.SUPPORT_EMAIL, texts: noTexts },
    log,
    reports: { renderer, sealKey: sealKeyOf(config), zone: config.CLINIC_TIME_ZONE },
    heartbeats,
    places,
    counters,
    scannerIdentity: worklistIdentityOf(config),
    escalation: true,
    turnaroundGoalPercent: defaultGoalPercent,
    zipExpiresDays: config.ZIP_EXPIRES_DAYS,
    orderEndDays: defaultOrderEndDays,
    zipPrebuildDays: config.ZIP_PREBUILD_DAYS,
  })

  async function stop(): Promise<void> {
    const loops = [archiveWatch, intake, search, release, relay, jobs, hl7, worklist, results]
    await Promise.all(loops.map((loop) => loop?.stop()))
    await refusals.stop()
    await endBeat()
    publisher.close()
    mailer.close()
    renderer.close()
    await Promise.all([queues.close(), orthanc.close(), impatientOrthanc.close(), database.close(), patientDatabase.close()])
  }
  const health = () => checkHealth({ heartbeats, database, orthanc, storage, queues, isLosingLog })
  measurePool(metrics, database.pool)
  return { health, refresh: measureState(metrics, { database, orthanc, queues, heartbeats, health }), stop }
}

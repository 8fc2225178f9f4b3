import { addJob, openQueues } from '@readroom/jobs/queues'
import { createOrthanc } from '@readroom/orthanc/client'
import { createRenderer } from '@readroom/pdf/renderer'
import { createStorage } from '@readroom/storage/create-storage'
import { storageConfig } from '@readroom/storage/storage-env'
import type { Logger } from 'pino'
import { type Config, mailSender, sealKeyOf } from './config.ts'
import { openWorkerDatabase } from './database.ts'
import { startIntake } from './intake/intake.ts'
import { createPace } from './intake/pace.ts'
import { startJobs } from './jobs/handlers.ts'
import { createMailer } from './mail/transport.ts'
import { createLivePublisher } from './outbox/live-publisher.ts'
import { startRelay } from './outbox/relay.ts'

const queuePrefix = 'readroom'

/** The archive answers the intake's questions within milliseconds; a study of which it says nothing for so long is set aside. */
const INTAKE_TIMEOUT_MS = 4_000

/** Starts everything the worker does. Waits for no service: each comes and goes as it likes. */
export async function startWorker(config: Config, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const storage = createStorage(storageConfig(config))
  const database = openWorkerDatabase(config.DATABASE_URL, log)
  const archive = { url: config.ORTHANC_URL, username: config.ORTHANC_USERNAME, password: config.ORTHANC_PASSWORD }
  const orthanc = createOrthanc(archive)
  const impatientOrthanc = createOrthanc(archive, { answerMs: INTAKE_TIMEOUT_MS, silenceMs: INTAKE_TIMEOUT_MS })
  const queues = openQueues(config.REDIS_URL, queuePrefix, log)
  const mailer = createMailer({ url: config.SMTP_URL, from: mailSender(config) })
  const publisher = createLivePublisher(config.REDIS_URL)

  const intake = startIntake({
    database,
    orthanc: impatientOrthanc,
    patientOrthanc: orthanc,
    log,
    pollMs: config.INTAKE_POLL_MS,
    settleSeconds: config.SETTLE_SECONDS,
    sweepSeconds: config.SWEEP_SECONDS,
    unknownAeTitles: config.INTAKE_UNKNOWN_AE,
    storageDir: config.ORTHANC_STORAGE_DIR ?? null,
    pace: createPace(config.SWEEP_REQUESTS_PER_MINUTE),
  })
  const relay = startRelay({ database, log, publish: publisher.publish, addJob: (job) => addJob(queues, job) })

  const renderer = createRenderer()
  const jobs = await startJobs({
    database,
    orthanc,
    storage,
    queues,
    mailer,
    portal: { publicUrl: config.PUBLIC_URL, supportEmail: config.SUPPORT_EMAIL },
    log,
    reports: { renderer, sealKey: sealKeyOf(config), zone: config.CLINIC_TIME_ZONE },
    zipExpiresDays: config.ZIP_EXPIRES_DAYS,
    zipPrebuildDays: config.ZIP_PREBUILD_DAYS,
  })

  async function stop(): Promise<void> {
    await Promise.all([intake.stop(), relay.stop(), jobs.stop()])
    publisher.close()
    mailer.close()
    renderer.close()
    await Promise.all([queues.close(), orthanc.close(), impatientOrthanc.close(), database.close()])
  }
  return { stop }
}

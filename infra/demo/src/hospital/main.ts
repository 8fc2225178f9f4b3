import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, withoutStatement } from '@readroom/db/core/client'
import { findFirstAudited } from '@readroom/db/core/seed'
import { demoAdmin, demoDoctors, demoLabs, demoPassword } from '../accounts.ts'
import { type ApiSession, signIn } from '../api-client.ts'
import { demoCreated, demoTarget } from '../first-accounts.ts'
import { demoLoaded } from '../load-demo.ts'
import { connectHospital, worklistAeTitle } from './connect-hospital.ts'
import { type HospitalConfig, readHospitalConfig } from './hospital-config.ts'
import { hospitalVisits } from './hospital-visits.ts'
import { openJournal } from './journal.ts'
import { playAdmissions, playVisits } from './play-visits.ts'
import { openReceivers } from './receivers.ts'
import { reportVisit } from './report-visit.ts'

const PAUSE_MS = 10_000
/** A hospital that has failed for this often has a reason that does not pass. */
const ATTEMPTS = 30

/** Returns when the demo was made; null if this system has no demo. */
async function findDemo({ DATABASE_URL }: HospitalConfig): Promise<Date | null> {
  const { db, close } = openDatabase(DATABASE_URL, { max: 1, onError: () => {} })
  try {
    const isLoaded = await findFirstAudited(db, demoTarget.type, demoLoaded)
    return isLoaded ? await findFirstAudited(db, demoTarget.type, demoCreated) : null
  } finally {
    await close()
  }
}

async function withSession<T>(apiUrl: string, email: string, work: (session: ApiSession) => Promise<T>): Promise<T> {
  const session = await signIn(apiUrl, email, demoPassword)
  try {
    return await work(session)
  } finally {
    await session.signOut()
  }
}

async function play(config: HospitalConfig, madeAt: Date): Promise<void> {
  const { apiUrl, ports, dir, CLINIC_TIME_ZONE: timeZone } = config
  const aeTitle = demoLabs.CITYLAB.identifier
  const links = {
    orders: { host: '127.0.0.1', port: ports.orders },
    worklist: { host: '127.0.0.1', port: ports.worklist, aeTitle, calledAeTitle: worklistAeTitle },
    archive: { host: config.DICOM_HOST, port: config.DICOM_PORT, callingAeTitle: aeTitle, calledAeTitle: 'READROOM' },
  }
  const journal = await openJournal(join(dir, 'journal.json'))
  await withSession(apiUrl, demoAdmin.email, async (admin) => {
    await connectHospital(admin, ports)
    const report: Parameters<typeof playVisits>[0]['report'] = (visit, studyInstanceUid) =>
      withSession(apiUrl, demoDoctors.doctor.email, (doctor) => reportVisit({ admin, doctor }, visit, studyInstanceUid))
    await playVisits({ links, journal, timeZone, report }, hospitalVisits(madeAt))
  })
  await playAdmissions({ links, journal }, madeAt)
}

const wordsOf = (error: unknown) => {
  const shown = withoutStatement(error)
  return shown instanceof Error ? shown.message : String(shown)
}

/** Stands in for a hospital: it receives results until it is stopped, and takes the steps of its visits that are not done yet. */
async function main(): Promise<void> {
  const config = readHospitalConfig()
  const madeAt = await findDemo(config)
  if (madeAt === null) return
  const { results, archive } = config.ports
  await openReceivers({ dir: join(config.dir, 'received'), results, archive })
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await play(config, madeAt)
      return
    } catch (error) {
      console.error(`The hospital tries again in ${PAUSE_MS / 1000} s: ${wordsOf(error)}`)
      await sleep(PAUSE_MS)
    }
  }
}

try {
  await main()
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
}

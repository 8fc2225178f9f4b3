import { setTimeout as sleep } from 'node:timers/promises'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { audit } from '@readroom/db/core/audit'
import type { OpenDb } from '@readroom/db/core/client'
import { findFirstAudited } from '@readroom/db/core/seed'
import { lockStudy } from '@readroom/db/studies/studies'
import { bySystem } from '@readroom/domain/access/first-accounts'
import { prioritize } from '@readroom/domain/studies/studies'
import { createOrthanc } from '@readroom/orthanc/client'
import { type DemoLab, demoAdmin, demoDoctors, demoLabStaff, demoPassword } from './accounts.ts'
import { type ApiSession, signIn } from './api-client.ts'
import type { Config } from './config.ts'
import { enterDemoOrders } from './demo-orders.ts'
import { saveDemoShifts } from './demo-shifts.ts'
import { beginDemoAssignment, saveDemoRules } from './demo-turnaround.ts'
import { countFiles, makeStudy, studyUidOf } from './dicom/make-study.ts'
import { demoCreated, demoTarget, ensureDemoAccounts } from './first-accounts.ts'
import { type DemoStudy, demoStudies } from './studies/demo-studies.ts'
import { beginEventTimes, endEventTimes } from './studies/event-times.ts'
import { sendStudies } from './studies/send-studies.ts'
import { type Cast, type PlacedStudy, playStates } from './studies/study-states.ts'

/** The entry of the audit log for a demo that is complete. */
export const demoLoaded = 'demo.loaded'
/** A study that stays away for this long does not come: the worker or the archive has a problem. */
const PATIENCE_MS = 120_000

/** Loads the demo once. A start after one that was killed goes on where that one was. */
export async function loadDemo(db: OpenDb, config: Config, say: (line: string) => void): Promise<void> {
  if (!(await findFirstAudited(db, demoTarget.type, demoCreated)) && !(await isEmptyArchive(config.archive))) {
    return say('Demo data skipped: the image archive already has studies')
  }
  const madeAt = await ensureDemoAccounts(db)
  if (madeAt === null) return say('Demo data skipped: this system already has accounts')
  if (await findFirstAudited(db, demoTarget.type, demoLoaded)) return
  const studies = demoStudies(madeAt, config.CLINIC_TIME_ZONE)
  const cast = await signInAll(config.apiUrl)
  await beginEventTimes(
    config.DATABASE_URL,
    studies.map(({ recipe, events }) => ({ studyInstanceUid: studyUidOf(recipe), events })),
  )
  try {
    await saveDemoShifts(cast.doctors, madeAt, config.CLINIC_TIME_ZONE)
    await saveDemoRules(cast.admin)
    await enterDemoOrders(cast.labs, studies, madeAt)
    await sendMissing(cast.admin, studies, config, say)
    const placed = await waitUntilSettled(cast.admin, studies)
    for (const { study, row } of placed.filter(({ study }) => study.doctor === null)) await raise(db, row, study)
    say('Demo: assigning and reporting')
    await playStates(db, cast, placed)
    await beginDemoAssignment(cast.admin)
    await endEventTimes(config.DATABASE_URL)
    await audit(db, bySystem, { action: demoLoaded, target: demoTarget })
    say(`Demo: ${studies.length} studies loaded. Sign in as ${demoAdmin.email} with ${demoPassword}`)
  } finally {
    await signOutAll(cast)
  }
}

/** Accounts with known passwords never open over images of somebody else's. */
async function isEmptyArchive(address: Config['archive']): Promise<boolean> {
  const archive = createOrthanc(address)
  const [study] = await archive.listStudies(0, 1).finally(() => archive.close())
  return study === undefined
}

async function signInAll(apiUrl: string): Promise<Cast> {
  const enter = async ({ email }: { email: string }) => signIn(apiUrl, email, demoPassword)
  const { CITYLAB, HARBOR } = demoLabStaff
  return {
    admin: await enter(demoAdmin),
    labs: { CITYLAB: await enter(CITYLAB), HARBOR: await enter(HARBOR) },
    doctors: { doctor: await enter(demoDoctors.doctor), doctor2: await enter(demoDoctors.doctor2) },
  }
}

async function signOutAll({ admin, labs, doctors }: Cast): Promise<void> {
  await Promise.all([admin, ...Object.values(labs), ...Object.values(doctors)].map((session) => session.signOut()))
}

/** The studies that the system has, with all their images. */
async function findPlaced(admin: ApiSession, studies: readonly DemoStudy[]): Promise<PlacedStudy[]> {
  const { data } = await admin.call(studyEndpoints.adminAll, { query: { limit: '1000' } })
  const rows = new Map(data.map((row) => [row.studyInstanceUID, row]))
  return studies.flatMap((study) => {
    const row = rows.get(studyUidOf(study.recipe))
    return row && row.numberOfImages >= countFiles(study.recipe) ? [{ study, row }] : []
  })
}

async function sendMissing(
  admin: ApiSession,
  studies: readonly DemoStudy[],
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const there = new Set((await findPlaced(admin, studies)).map(({ study }) => study))
  const labs: DemoLab[] = ['CITYLAB', 'HARBOR']
  for (const lab of labs) {
    const missing = studies.filter((study) => study.lab === lab && !there.has(study))
    if (missing.length === 0) continue
    const archive = { host: config.DICOM_HOST, port: config.DICOM_PORT, callingAeTitle: lab, calledAeTitle: 'READROOM' }
    const images = await sendStudies({ ...archive, files: filesOf(missing) })
    say(`Demo: ${lab} sent ${missing.length} studies, ${images} images`)
  }
}

function* filesOf(studies: readonly DemoStudy[]) {
  const whenTaken = ({ recipe }: DemoStudy) => `${recipe.date} ${recipe.time}`
  const oldestFirst = studies.toSorted((a, b) => whenTaken(a).localeCompare(whenTaken(b)))
  for (const { recipe } of oldestFirst) yield* makeStudy(recipe)
}

async function waitUntilSettled(admin: ApiSession, studies: readonly DemoStudy[]): Promise<PlacedStudy[]> {
  let [most, deadline] = [0, Date.now() + PATIENCE_MS]
  for (;;) {
    const placed = await findPlaced(admin, studies)
    const settled = placed.filter(({ row }) => row.workflowStatus !== 'new_study_received')
    if (settled.length === studies.length) return settled
    if (settled.length > most) [most, deadline] = [settled.length, Date.now() + PATIENCE_MS]
    if (Date.now() > deadline)
      throw new Error(`Only ${settled.length} of ${studies.length} demo studies arrived. See the worker's log`)
    await sleep(500)
  }
}

async function raise(db: OpenDb, row: WorklistRow, { recipe, priority }: DemoStudy): Promise<void> {
  await db.transaction(async (begun) => {
    const [tx, study] = await lockStudy(begun, { role: 'admin', labId: null, doctorId: null }, row._id)
    if (!study || study.priority === priority) return
    await prioritize(tx, study, { priority }, null)
    const details = { priority, accessionNumber: recipe.accessionNumber }
    await audit(tx, bySystem, { action: 'study.priority', target: { type: 'study', id: row._id }, details })
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { openDatabase } from '@readroom/db/core/client'
import { doctors } from '@readroom/db/people/doctors.schema'
import { labStaff } from '@readroom/db/people/labs.schema'
import { createLab, createUser } from '@readroom/db/testing/factories'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { makeStudy, type StudyRecipe, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { reportOfParts } from '@readroom/report/template-parts'
import { z } from 'zod'
import { openPage } from '../core/open-page.ts'
import { watchRows } from '../core/watch-rows.ts'
import type { WholeSystem } from '../core/whole-system.ts'

const password = 'only for the benchmark'
const callingAeTitle = 'BENCH'

/** Bytes that leave or reach the system for one study, each counted where it ends: at the scanner, the doctor, the laboratory. */
export type Moved = { received: number; viewed: number; delivered: number }

/** DICOM JSON of an image (PS3.18 annex F): its series and its own UID. */
const Uids = z.object({ Value: z.tuple([z.string()]) })
const Metadata = z.array(z.object({ '0020000E': Uids, '00080018': Uids }))

const content = reportOfParts(
  {
    clinicalInformation: [{ text: 'Headache since Monday.' }],
    technique: [{ text: 'Without contrast agent.' }],
    findings: [{ text: 'No bleeding. No mass. The ventricles are of normal width.\nBones without fracture.' }],
    impression: [{ text: 'Normal examination.' }],
  },
  'original',
)

/** A laboratory with its staff and a doctor, signed in. */
async function createPeople({ origin, databaseUrl }: WholeSystem) {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const passwordHash = await hash(password)
  const { id: labId } = await createLab(db, { identifier: callingAeTitle })
  const staff = await createUser(db, 'lab_staff', { passwordHash })
  await db.insert(labStaff).values({ userId: staff.id, labId })
  const doctor = await createUser(db, 'doctor_account', { passwordHash })
  const [profile] = await db.insert(doctors).values({ userId: doctor.id, specialization: 'Radiology' }).returning()
  await close()
  if (!profile) throw new Error('the doctor was not made')
  const sessions = { staff: await signIn(origin, staff.email, password), doctor: await signIn(origin, doctor.email, password) }
  return { ...sessions, doctorId: profile.id }
}

/** Opens the study as OHIF does: the cookie for its ticket, its metadata, and every image once. Returns the bytes. */
async function view(origin: string, doctor: ApiSession, { _id: studyId, studyInstanceUID }: WorklistRow): Promise<number> {
  const { url } = await doctor.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId } })
  const opened = await fetch(new URL(url, origin), { redirect: 'manual' })
  const cookie = opened.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
  const get = async (path: string, accept: string) => {
    const answer = await fetch(`${origin}/dicom-web/studies/${studyInstanceUID}/${path}`, { headers: { cookie, accept } })
    if (!answer.ok) throw new Error(`an image was answered with ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const metadata = await get('metadata', 'application/dicom+json')
  const images = Metadata.parse(JSON.parse(metadata.toString()))
  let bytes = metadata.length
  const frames = images.map(
    ({ '0020000E': { Value: series }, '00080018': { Value: image } }) => `series/${series[0]}/instances/${image[0]}/frames/1`,
  )
  const waiting = frames.values()
  const loader = async () => {
    for (const path of waiting) {
      const frame = await get(path, 'multipart/related; type="application/octet-stream"; transfer-syntax=*')
      bytes += frame.length
    }
  }
  await Promise.all(Array.from({ length: 6 }, loader))
  return bytes
}

/** Writes the report in three saves, as somebody does who types for some minutes, and signs it. */
async function report(doctor: ApiSession, { _id: studyId }: WorklistRow): Promise<void> {
  const params = { studyId }
  const windowId = randomUUID()
  const { passwordNeeded } = await doctor.call(readingEndpoints.open, { params, query: { windowId } })
  const { fence } = await doctor.call(readingEndpoints.hold, { params, body: { windowId } })
  const held = { windowId, fence }
  let revision = 0
  for (let save = 0; save < 3; save++) {
    const body = { ...held, revision, kind: 'original', content }
    revision = (await doctor.call(readingEndpoints.save, { params, body })).revision
  }
  const signing = {
    ...held,
    revision,
    meaning: 'final',
    confirmed: [],
    requestId: randomUUID(),
    ...(passwordNeeded && { password }),
  }
  await doctor.call(readingEndpoints.sign, { params, body: signing })
}

/** Asks until it is there: a document or a ZIP that is being made is refused until then. */
async function untilMade<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries >= 300) throw error
      await delay(200)
    }
  }
}

async function deliver(origin: string, staff: ApiSession, row: WorklistRow): Promise<number> {
  const params = { studyId: row._id }
  const { reports } = await staff.call(reportEndpoints.list, { params })
  const [newest] = reports
  if (!newest) throw new Error('the report is not there')
  const document = await untilMade(() => staff.download(reportEndpoints.download, { params: { ...params, reportId: newest.id } }))
  const zip = { params: { orthancStudyID: row.orthancStudyID } }
  const { data } = await untilMade(() => staff.call(downloadEndpoints.r2Direct, zip))
  const answer = await fetch(new URL(data.downloadUrl, origin))
  if (!answer.ok || !answer.body) throw new Error(`the ZIP was answered with ${answer.status}`)
  let bytes = document.length
  for await (const chunk of answer.body) bytes += chunk.length
  return bytes
}

/** Plays whole lives of studies on a system on which one administrator's worklist stands open. */
export async function startLives(system: WholeSystem) {
  const { origin, dicomPort, admin } = system
  const { staff, doctor, doctorId } = await createPeople(system)
  const { seen, untilRow } = watchRows()
  const closePage = await openPage(admin, origin, seen)
  const destination = { host: '127.0.0.1', port: dicomPort, callingAeTitle, calledAeTitle: 'READROOM' }

  return {
    stop: closePage,
    /** From the scanner to the laboratory that has report and images. */
    async play(recipe: StudyRecipe): Promise<Moved> {
      const files = [...makeStudy(recipe)]
      const settled = untilRow(studyUidOf(recipe), true)
      await sendStudies({ ...destination, files })
      await settled
      const { data } = await admin.call(studyEndpoints.search, {
        query: { searchTerm: recipe.patient.id, searchType: 'patientId' },
      })
      const [row] = data
      if (!row) throw new Error('the study is not there')
      await admin.call(assignmentEndpoints.assign, { params: { studyId: row._id }, body: { doctorId } })
      const params = { studyInstanceUID: row.studyInstanceUID }
      await doctor.call(studyEndpoints.interaction, { params, body: { action: 'ohif_opened' } })
      const viewed = await view(origin, doctor, row)
      await report(doctor, row)
      const delivered = await deliver(origin, staff, row)
      return { received: files.reduce((sum, { bytes }) => sum + bytes.length, 0), viewed, delivered }
    },
  }
}

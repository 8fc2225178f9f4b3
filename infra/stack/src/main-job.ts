import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { countFiles, makeStudy, type StudyRecipe } from '@readroom/demo/dicom/make-study'
import { readingOf } from '@readroom/demo/studies/readings'
import { makeReportPdf } from '@readroom/demo/studies/report-pdf'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import unzipper from 'unzipper'
import { callingAeTitle, type People } from './people.ts'
import type { Stack } from './stack.ts'

const waitMs = 120_000

/** The traces of a delivered study, to be found again unchanged. */
export type Delivered = { studyInstanceUID: string; images: number; reportSha256: string; imagesSha256: string }

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const recipe = (number: number): StudyRecipe => ({
  key: `stack ${number}`,
  patient: { id: `STACK-${number}`, name: `Ångström^Zoë ${number}`, birthDate: '1970-02-03', sex: 'F' },
  date: '2026-01-15',
  time: '10:30',
  description: 'CT head',
  accessionNumber: `A${number}`,
  referringPhysician: 'Lund^Ida',
  institution: 'Northgate Imaging',
  series: [{ kind: 'ct-head', size: { images: 6 } }],
})

async function until<T>(what: string, read: () => Promise<T | null>): Promise<T> {
  for (const began = Date.now(); Date.now() - began < waitMs; await delay(300)) {
    const found = await read()
    if (found !== null) return found
  }
  throw new Error(`${what} did not happen within ${waitMs / 1000} s`)
}

/** The study's row as somebody sees it, once it is as far as `status`. */
const rowOf = (session: ApiSession, patientId: string, status: StudyStatus): Promise<WorklistRow> =>
  until(`the study of ${patientId} being ${status}`, async () => {
    const { data } = await session.call(studyEndpoints.search, { query: { searchTerm: patientId, searchType: 'patientId' } })
    return data.find((row) => row.patientId === patientId && row.workflowStatus === status) ?? null
  })

async function report(doctor: ApiSession, { row, doctorId, pdf }: { row: WorklistRow; doctorId: string; pdf: Buffer }) {
  const form = new FormData()
  form.set('doctorId', doctorId)
  form.set('reportStatus', 'finalized')
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf')
  await doctor.call(reportEndpoints.upload, { params: { studyId: row._id }, body: form })
}

async function takeReport(session: ApiSession, row: WorklistRow): Promise<Buffer> {
  const { reports } = await session.call(reportEndpoints.list, { params: { studyId: row._id } })
  const [newest] = reports
  if (!newest) throw new Error('the report is not there')
  return session.download(reportEndpoints.download, { params: { studyId: row._id, reportId: newest.id } })
}

/** Returns the number of images in the ZIP of a study, and the SHA-256 of them all. */
async function readZip(stack: Stack, session: ApiSession, { orthancStudyID }: WorklistRow) {
  const params = { orthancStudyID }
  // Refused until it is there, and asked for by that if it is not.
  const { data } = await until('the ZIP', () => session.call(downloadEndpoints.r2Direct, { params }).catch(() => null))
  const answer = await fetch(new URL(data.downloadUrl, stack.url))
  if (!answer.ok) throw new Error(`the ZIP was answered with ${answer.status}`)
  const { files } = await unzipper.Open.buffer(Buffer.from(await answer.arrayBuffer()))
  const images = await Promise.all(
    files.filter(({ path }) => path.endsWith('.dcm')).map(async (file) => sha256(await file.buffer())),
  )
  return { images: images.length, imagesSha256: sha256(Buffer.from(images.sort().join())) }
}

export function check(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`)
}

/** From the scanner to the delivered report, of one study. */
export async function playMainJob(stack: Stack, people: People, number: number): Promise<Delivered> {
  const admin = await signIn(stack.url, stack.admin.email, stack.admin.password)
  const doctor = await signIn(stack.url, people.doctor.email, people.doctor.password)
  const staff = await signIn(stack.url, people.staff.email, people.staff.password)
  const study = recipe(number)
  const { patient } = study
  const images = countFiles(study)
  await sendStudies({
    host: '127.0.0.1',
    port: stack.dicomPort,
    callingAeTitle,
    calledAeTitle: 'READROOM',
    files: makeStudy(study),
  })

  const row = await rowOf(admin, patient.id, 'pending_assignment')
  check('images on the worklist', row.numberOfImages, images)
  await admin.call(assignmentEndpoints.assign, { params: { studyId: row._id }, body: { doctorId: people.doctorId } })
  const { studyInstanceUID } = await rowOf(doctor, patient.id, 'assigned_to_doctor')
  await doctor.call(studyEndpoints.interaction, { params: { studyInstanceUID }, body: { action: 'ohif_opened' } })
  const pdf = await makeReportPdf(study, readingOf('ctHead', 'none'), 'Padraig Nolan')
  await report(doctor, { row, doctorId: people.doctorId, pdf })
  const { imagesSha256 } = await readZip(stack, staff, await rowOf(staff, patient.id, 'report_finalized'))
  const delivered = { studyInstanceUID, images, reportSha256: sha256(pdf), imagesSha256 }
  await checkKept(stack, people, [delivered])
  await rowOf(admin, patient.id, 'final_report_downloaded')
  return delivered
}

/** That the laboratory still gets each report and each image. */
export async function checkKept(stack: Stack, people: People, all: readonly Delivered[]): Promise<void> {
  const staff = await signIn(stack.url, people.staff.email, people.staff.password)
  const { data } = await staff.call(studyEndpoints.labAll, { query: {} })
  for (const { studyInstanceUID, images, reportSha256, imagesSha256 } of all) {
    const row = data.find((one) => one.studyInstanceUID === studyInstanceUID)
    if (!row) throw new Error(`study ${studyInstanceUID} is gone`)
    check('images of the study', row.numberOfImages, images)
    check('sha256 of the report', sha256(await takeReport(staff, row)), reportSha256)
    const zip = await readZip(stack, staff, row)
    check('images in the ZIP', zip.images, images)
    check('sha256 of the images in the ZIP', zip.imagesSha256, imagesSha256)
  }
}

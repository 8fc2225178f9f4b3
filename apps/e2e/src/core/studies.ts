import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Priority } from '@readroom/contracts/core/primitives'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import type { ApiSession } from '@readroom/demo/api-client'
import { type DicomFile, imageUidOf, makeCtStudy, type SeriesRecipe, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { config } from './config.ts'
import type { Person } from './people.ts'
import type { System } from './system.ts'

export async function sendFiles({ dicomPort }: System, callingAeTitle: string, files: Iterable<DicomFile>): Promise<void> {
  await sendStudies({ host: '127.0.0.1', port: dicomPort, callingAeTitle, calledAeTitle: 'READROOM', files })
}

/** Skips the test with a message if the folder of real studies is absent. */
export function needSamples(): void {
  test.skip(
    !existsSync(config.samplesDir),
    `Needs the real DICOM studies; READROOM_DICOM_SAMPLES names their folder (${config.samplesDir})`,
  )
}

/** Returns the files of a real study, unchanged. Each belongs to one test: the same study from a second laboratory would be a conflict of laboratories. */
export async function readSample(folder: string): Promise<DicomFile[]> {
  const dir = join(config.samplesDir, folder)
  const names = (await readdir(dir)).filter((name) => name.endsWith('.dcm')).sort()
  return Promise.all(names.map(async (fileName) => ({ fileName, bytes: await readFile(join(dir, fileName)) })))
}

/** Creates a small synthetic CT of a patient that no other test uses. */
export function makePhantom(tag: string, images = 3, series?: readonly SeriesRecipe[], accessionNumber = 'PHANTOM-1') {
  const key = randomUUID()
  const person = `Ada ${tag} ${key.slice(0, 4)}`
  const patient = { id: key.slice(0, 13), name: `Phantom^${person}`, birthDate: '1970-01-01', sex: 'O' as const }
  return {
    uid: studyUidOf({ key }),
    firstImageUid: imageUidOf({ key }, 1, 1),
    name: `Phantom ${person}`,
    patientId: patient.id,
    files: () => makeCtStudy({ key, patient, images, rows: 96, columns: 96, accessionNumber, ...(series && { series }) }),
    /** Creates an earlier study of the same patient. */
    prior(date: string, description = `Prior of ${date}`) {
      const recipe = { key: `${key} ${date}`, date, description }
      return {
        uid: studyUidOf(recipe),
        /** The image that the viewer shows first. */
        lastImageUid: imageUidOf(recipe, 1, images),
        files: () => makeCtStudy({ ...recipe, patient, images, rows: 96, columns: 96 }),
      }
    },
  }
}

type Looking = { db: Db; adminApi: ApiSession }

/** Waits until the worker has received the study and it has settled. */
export async function untilSettled({ db, adminApi }: Looking, studyUid: string): Promise<WorklistRow> {
  const arrived = `select id from studies where study_instance_uid = '${studyUid}' and status <> 'new_study_received'`
  let studyId = ''
  const find = async () => {
    const { rows } = await db.execute<{ id: string }>(arrived)
    studyId = rows[0]?.id ?? ''
    return studyId
  }
  await expect.poll(find, { timeout: 180_000, message: `study ${studyUid} has settled` }).not.toBe('')
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId } })
  return study
}

export async function assignTo(admin: ApiSession, study: WorklistRow, ...people: Person[]): Promise<void> {
  for (const person of people) await assign(admin, study, person, 'NORMAL')
}

/** Assigns a study to a doctor as an emergency. */
export async function assignUrgently(admin: ApiSession, study: WorklistRow, person: Person): Promise<void> {
  await assign(admin, study, person, 'EMERGENCY')
}

/** Ends a doctor's assignment. */
export async function unassign(admin: ApiSession, { _id: studyId }: WorklistRow, { email }: Person): Promise<void> {
  const { doctors } = await admin.call(doctorEndpoints.list)
  const doctorId = doctors.find((doctor) => doctor.email === email)?._id
  await admin.call(assignmentEndpoints.unassign, { params: { studyId }, body: { doctorId } })
}

async function assign(admin: ApiSession, study: WorklistRow, { email }: Person, priority: Priority): Promise<void> {
  const { doctors } = await admin.call(doctorEndpoints.list)
  const doctorId = doctors.find((doctor) => doctor.email === email)?._id
  if (!doctorId) throw new Error(`${email} cannot be assigned`)
  await admin.call(assignmentEndpoints.assign, { params: { studyId: study._id }, body: { doctorId, priority } })
}

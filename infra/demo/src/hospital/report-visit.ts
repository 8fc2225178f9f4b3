import { setTimeout as sleep } from 'node:timers/promises'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { demoDoctors } from '../accounts.ts'
import type { ApiSession } from '../api-client.ts'
import { readingOf } from '../studies/readings.ts'
import { writeReport } from '../studies/signed-reports.ts'
import { protocols } from '../studies/study-entry.ts'
import type { Visit } from './hospital-visits.ts'

const PATIENCE_MS = 120_000
const ASK_AGAIN_MS = 1_000

/** Returns the study once all its images are there. */
async function findSettled(admin: ApiSession, studyInstanceUid: string): Promise<WorklistRow> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const { data } = await admin.call(studyEndpoints.adminAll, { query: { limit: '1000' } })
    const row = data.find((each) => each.studyInstanceUID === studyInstanceUid)
    if (row && row.workflowStatus !== 'new_study_received') return row
    await sleep(ASK_AGAIN_MS)
  }
  throw new Error('The images of the hospital did not arrive. See the log of the worker')
}

/** Assigns the study of a visit to a doctor, who writes and signs its report. A study that is reported stays as it is. */
export async function reportVisit(
  { admin, doctor }: { admin: ApiSession; doctor: ApiSession },
  visit: Visit,
  studyInstanceUid: string,
): Promise<void> {
  const row = await findSettled(admin, studyInstanceUid)
  if (statusTable[row.workflowStatus].category === 'pending') {
    const { doctors } = await admin.call(doctorEndpoints.list)
    const reader = doctors.find(({ email }) => email === demoDoctors.doctor.email)
    if (!reader) throw new Error('The doctor of the hospital is missing')
    const body = { doctorId: reader._id, priority: row.priority }
    await admin.call(assignmentEndpoints.assign, { params: { studyId: row._id }, body })
  } else if (statusTable[row.workflowStatus].category !== 'inprogress') return
  const params = { studyInstanceUID: studyInstanceUid }
  await doctor.call(studyEndpoints.interaction, { params, body: { action: 'ohif_opened' } })
  const sections = readingOf(protocols[visit.protocol].subject, visit.finding)
  await (await writeReport(doctor, { studyId: row._id, kind: 'original', sections })).sign()
}

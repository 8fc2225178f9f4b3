import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { type DemoDoctor, type DemoLab, demoDoctors } from './accounts.ts'
import type { ApiSession } from './api-client.ts'
import type { DemoState, DemoStudy } from './demo-studies.ts'
import { makeReportPdf } from './report-pdf.ts'

/** Everybody who takes part, signed in. */
export interface Cast {
  admin: ApiSession
  labs: Record<DemoLab, ApiSession>
  doctors: Record<DemoDoctor, ApiSession>
}

interface Scene {
  cast: Cast
  study: DemoStudy
  row: WorklistRow
  doctor: { key: DemoDoctor; id: string }
}

interface Step {
  /** The status that it leads to. */
  status: StudyStatus
  play: (scene: Scene) => Promise<void>
}

const assign: Step = {
  status: 'assigned_to_doctor',
  async play({ cast, study, row, doctor }) {
    const priority = study.isEmergency ? 'EMERGENCY' : 'NORMAL'
    await cast.admin.call(assignmentEndpoints.assign, { params: { studyId: row._id }, body: { doctorId: doctor.id, priority } })
  },
}

const open: Step = {
  status: 'doctor_opened_report',
  async play({ cast, row, doctor }) {
    const params = { studyInstanceUID: row.studyInstanceUID }
    await cast.doctors[doctor.key].call(studyEndpoints.interaction, { params, body: { action: 'ohif_opened' } })
  },
}

function upload(reportStatus: 'draft' | 'finalized'): Step['play'] {
  return async ({ cast, study, row, doctor }) => {
    const pdf = await makeReportPdf(study.recipe, demoDoctors[doctor.key].fullName)
    const form = new FormData()
    form.set('doctorId', doctor.id)
    form.set('reportStatus', reportStatus)
    form.set(
      'file',
      new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }),
      `report-${study.recipe.accessionNumber}-${reportStatus}.pdf`,
    )
    await cast.doctors[doctor.key].call(reportEndpoints.upload, { params: { studyId: row._id }, body: form })
  }
}

const draft: Step = { status: 'report_drafted', play: upload('draft') }
const finalize: Step = { status: 'report_finalized', play: upload('finalized') }

const deliver: Step = {
  status: 'final_report_downloaded',
  async play({ cast, study, row }) {
    const lab = cast.labs[study.lab]
    const { reports } = await lab.call(reportEndpoints.list, { params: { studyId: row._id } })
    const [report] = reports
    if (report) await lab.download(reportEndpoints.download, { params: { studyId: row._id, reportId: report.id } })
  },
}

const paths: Record<DemoState, readonly Step[]> = {
  pending: [],
  assigned: [assign],
  inReview: [assign, open],
  drafted: [assign, open, draft],
  finalized: [assign, open, draft, finalize],
  delivered: [assign, open, finalize, deliver],
}

/** Takes each study the rest of its way, through the API and as the people who would. A study that is there already stays. */
export async function playStates(cast: Cast, studies: readonly { study: DemoStudy; row: WorklistRow }[]): Promise<void> {
  const { doctors } = await cast.admin.call(doctorEndpoints.list)
  for (const { study, row } of studies) {
    if (study.doctor === null) continue
    const id = doctors.find(({ email }) => email === demoDoctors[study.doctor ?? 'doctor'].email)?._id
    if (!id) throw new Error('A demo doctor is missing')
    const path = paths[study.state]
    const reached = path.findIndex(({ status }) => status === row.workflowStatus)
    for (const step of path.slice(reached + 1)) await step.play({ cast, study, row, doctor: { key: study.doctor, id } })
  }
}

import { documentEndpoints } from '@readroom/contracts/patients/documents'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { criticalResultEndpoints } from '@readroom/contracts/reports/critical-results'
import { reportEndpoints } from '@readroom/contracts/reports/reports'
import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { pauseEndpoints } from '@readroom/contracts/studies/pauses'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import type { OpenDb } from '@readroom/db/core/client'
import { lockStudy } from '@readroom/db/studies/studies'
import { transition } from '@readroom/domain/studies/transition'
import { type DemoDoctor, type DemoLab, demoDoctors, demoLabs } from '../accounts.ts'
import type { ApiSession } from '../api-client.ts'
import type { DemoStudy } from './demo-studies.ts'
import { makeOrderPdf, makeReportPdf } from './report-pdf.ts'
import { writeReport } from './signed-reports.ts'
import type { DemoState } from './study-entry.ts'

/** Studies that go their way at the same time. */
const AT_ONCE = 4

const pdfFile = (pdf: Buffer) => new Blob([new Uint8Array(pdf)], { type: 'application/pdf' })

/** Everybody who takes part, signed in. */
export interface Cast {
  admin: ApiSession
  labs: Record<DemoLab, ApiSession>
  doctors: Record<DemoDoctor, ApiSession>
}

export interface PlacedStudy {
  study: DemoStudy
  row: WorklistRow
}

interface Scene extends PlacedStudy {
  db: OpenDb
  cast: Cast
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
    const body = { doctorId: doctor.id, priority: study.priority }
    await cast.admin.call(assignmentEndpoints.assign, { params: { studyId: row._id }, body })
  },
}

const open: Step = {
  status: 'doctor_opened_report',
  async play({ cast, row, doctor }) {
    const params = { studyInstanceUID: row.studyInstanceUID }
    await cast.doctors[doctor.key].call(studyEndpoints.interaction, { params, body: { action: 'ohif_opened' } })
  },
}

const readingDoctor = ({ cast, doctor }: Scene) => cast.doctors[doctor.key]

const openAndAsk: Step = {
  status: 'doctor_opened_report',
  async play(scene) {
    await open.play(scene)
    const body = {
      reason: 'clinicalInformation',
      question: 'Which lines and tubes were placed since the last examination?',
    }
    await readingDoctor(scene).call(pauseEndpoints.pause, { params: { studyId: scene.row._id }, body })
  },
}

const begin: Step = {
  status: 'report_in_progress',
  async play(scene) {
    const { technique, findings } = scene.study.reading
    const written = { studyId: scene.row._id, kind: 'original', sections: { technique, findings } } as const
    await (await writeReport(readingDoctor(scene), written)).leave()
  },
}

function upload(reportStatus: 'draft' | 'finalized', by: (scene: Scene) => ApiSession): Step['play'] {
  return async (scene) => {
    const { study, row, doctor } = scene
    const pdf = await makeReportPdf(study.recipe, study.reading, demoDoctors[doctor.key].fullName)
    const form = new FormData()
    form.set('doctorId', doctor.id)
    form.set('reportStatus', reportStatus)
    form.set('file', pdfFile(pdf), `report-${study.recipe.accessionNumber}-${reportStatus}.pdf`)
    await by(scene).call(reportEndpoints.upload, { params: { studyId: row._id }, body: form })
  }
}

const draft: Step = { status: 'report_drafted', play: upload('draft', readingDoctor) }
const finalize: Step = { status: 'report_finalized', play: upload('finalized', readingDoctor) }
const uploadForDoctor: Step = { status: 'report_uploaded', play: upload('finalized', ({ cast }) => cast.admin) }

function download(status: StudyStatus, by: (scene: Scene) => ApiSession): Step {
  return {
    status,
    async play(scene) {
      const [studyId, taker] = [scene.row._id, by(scene)]
      const { reports } = await taker.call(reportEndpoints.list, { params: { studyId } })
      const [report] = reports
      if (report) await taker.download(reportEndpoints.download, { params: { studyId, reportId: report.id } })
    },
  }
}

const readAgain = download('report_downloaded_radiologist', readingDoctor)
const check = download('report_downloaded', ({ cast }) => cast.admin)
const deliver = download('final_report_downloaded', ({ cast, study }) => cast.labs[study.lab])

/** The portal can't archive a study yet. Imported histories contain archived studies. */
const archive: Step = {
  status: 'archived',
  async play({ db, row }) {
    await db.transaction(async (begun) => {
      const [tx, study] = await lockStudy(begun, { role: 'admin', labId: null, doctorId: null }, row._id)
      if (study) await transition(tx, study, 'archived', { actorUserId: null })
    })
  },
}

/** The doctor telephones before signing, and the laboratory acknowledges. */
const signCritical: Step = {
  status: 'report_finalized',
  async play(scene) {
    const { cast, study, row } = scene
    const params = { studyId: row._id }
    const { contactPerson: name, contactPhone: telephone } = demoLabs[study.lab]
    const told = { name, telephone, method: 'telephone' }
    const body = { category: 1, finding: study.reading.impression, told }
    const { result } = await readingDoctor(scene).call(criticalResultEndpoints.mark, { params, body })
    await (await writeReport(readingDoctor(scene), { ...params, kind: 'original', sections: study.reading })).sign()
    const acknowledged = { params: { ...params, resultId: result.id }, body: { name, readBack: true } }
    await cast.labs[study.lab].call(criticalResultEndpoints.acknowledge, acknowledged)
  },
}

/** The first text names the wrong side. */
const signAndCorrect: Step = {
  status: 'report_finalized',
  async play(scene) {
    const studyId = scene.row._id
    const { technique, findings, impression } = scene.study.reading
    const wrong = { technique, findings, impression: impression.replace('right', 'left') }
    await (await writeReport(readingDoctor(scene), { studyId, kind: 'original', sections: wrong })).sign()
    const correction = { studyId, kind: 'correction', reason: 'The impression named the wrong side.' } as const
    await (await writeReport(readingDoctor(scene), { ...correction, sections: { technique, findings, impression } })).sign()
  },
}

const addendum =
  'Images of last year from another hospital have been made available. The nodule in the right upper lung was not present then.'

const uploadAndAdd: Step = {
  status: 'report_finalized',
  async play(scene) {
    await finalize.play(scene)
    const written = { studyId: scene.row._id, kind: 'addendum', sections: { addendum } } as const
    await (await writeReport(readingDoctor(scene), written)).sign()
  },
}

const paths: Record<DemoState, readonly Step[]> = {
  pending: [],
  assigned: [assign],
  inReview: [assign, open],
  paused: [assign, openAndAsk],
  inProgress: [assign, open, begin],
  drafted: [assign, open, draft],
  uploaded: [assign, uploadForDoctor],
  finalized: [assign, open, draft, finalize],
  readAgain: [assign, open, finalize, readAgain],
  checked: [assign, open, finalize, check],
  delivered: [assign, open, finalize, deliver],
  archived: [assign, open, finalize, deliver, archive],
  critical: [assign, open, signCritical],
  corrected: [assign, open, signAndCorrect],
  addended: [assign, open, uploadAndAdd],
}

async function attachOrder({ labs }: Cast, { study, row }: PlacedStudy): Promise<void> {
  if (study.question === null || row.patientId === null) return
  const { accessionNumber, patient } = study.recipe
  const form = new FormData()
  form.set('documentType', 'clinical')
  form.set('studyId', row._id)
  form.set('files', pdfFile(await makeOrderPdf(study.recipe, study.question)), `request-${accessionNumber}.pdf`)
  await labs[study.lab].call(documentEndpoints.upload, { params: { patientId: patient.id }, body: form })
}

async function takeSteps(scene: Omit<Scene, 'doctor'>, doctors: readonly { _id: string; email: string }[]): Promise<void> {
  const { cast, study, row } = scene
  if (study.doctor === null) return
  const key = study.doctor
  const id = doctors.find(({ email }) => email === demoDoctors[key].email)?._id
  if (!id) throw new Error('A demo doctor is missing')
  const path = paths[study.state]
  const reached = path.findIndex(({ status }) => status === row.workflowStatus)
  if (reached < 0) await attachOrder(cast, { study, row })
  for (const step of path.slice(reached + 1)) await step.play({ ...scene, doctor: { key, id } })
}

/** Takes each study the rest of its way, as the people who would. A study that is there already stays. */
export async function playStates(db: OpenDb, cast: Cast, studies: readonly PlacedStudy[]): Promise<void> {
  const { doctors } = await cast.admin.call(doctorEndpoints.list)
  const waiting = studies.values()
  const playWaiting = async () => {
    for (const placed of waiting) await takeSteps({ db, cast, ...placed }, doctors)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playWaiting))
}

import type { ManualMark } from '@readroom/contracts/studies/study-marks'
import { studies } from '@readroom/db/studies/studies.schema'
import { createReport, createStudy } from '@readroom/db/testing/factories'
import { studyNotices } from '@readroom/jobs/jobs'
import { eq } from 'drizzle-orm'
import {
  type AccessClass,
  call,
  type Example,
  type Examples,
  form,
  get,
  lockedShareOf,
  newEmail,
  reportOf,
  reportTaken,
  type Scene,
  shareOf,
  type Target,
  traced,
} from '../example.fixture.ts'

const pdf = new File(['%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'], 'report.pdf')

/** Makes a study with a finished report. */
async function finishedStudy({ api, cast }: Scene): Promise<string> {
  const { id } = await createStudy(api.db, { labId: cast.labA.id, status: 'report_finalized', reportedAt: new Date() })
  const { doctorId, userId: uploadedBy } = cast.assignedDoctor
  await createReport(api.db, { studyId: id, doctorId, uploadedBy, status: 'finalized' })
  return id
}

/** Gives the study a deadline and pauses it. Returns the beginning of the pause. */
async function pauseOf({ api }: Scene, { _id }: Target): Promise<string> {
  const [pausedAt, later] = [new Date(), new Date(Date.now() + 86_400_000)]
  const pause = { pausedAt, pausedUntil: later, pauseReason: 'priorImages' } as const
  await api.db
    .update(studies)
    .set({ dueAt: later, ...pause })
    .where(eq(studies.id, _id))
  return pausedAt.toISOString()
}

/** A call about a pause that the caller has seen. */
const ofPause = (of: AccessClass, step: string, action: string, more: object = {}): Example =>
  traced(of, { leaves: [`audit ${action}`, 'live study.changed'] }, async (scene, study) => ({
    method: 'POST',
    url: `/api/studies/${study._id}/pause/${step}`,
    payload: { since: await pauseOf(scene, study), ...more },
  }))

/** The job of the email about a mark, if the mark has one. */
const mailOf = (mark: string) => (mark in studyNotices ? ['job study-notice.send'] : [])

/** Sets a mark. Its callers are written here by hand, so that no permission opens by itself. */
const ofMark = (of: AccessClass, note?: string): Pick<Example, 'of'> & { note: string | undefined } => ({ of, note })
const marks: Record<ManualMark, ReturnType<typeof ofMark>> = {
  meetReferralDoctor: ofMark('EDIT'),
  studyException: ofMark('EDIT', 'Please compare with the last examination.'),
  billedStudy: ofMark('EDIT'),
}
const markExamples = Object.fromEntries(
  Object.entries(marks).map(([mark, { of, note }]): [string, Example] => [
    `PUT /api/studies/:studyId/marks/${mark}`,
    traced(of, { leaves: ['audit study.marked', 'live study.changed', ...mailOf(mark)] }, (_scene, s) => ({
      method: 'PUT',
      url: `/api/studies/${s._id}/marks/${mark}`,
      payload: { isSet: true, note },
    })),
  ]),
)

const lists = (of: AccessClass, ...urls: string[]): Examples =>
  Object.fromEntries(urls.map((url): [string, Example] => [`GET ${url}`, get(of, url)]))

const takeReport = (root: string): Example =>
  traced('OBJECT', { leaves: reportTaken }, async (scene, study, caller) => {
    const reportId = await reportOf(scene, study, 'finalized', caller)
    return { method: 'GET', url: `${root}/${study._id}/reports/${reportId}/download` }
  })
const removeReport = (root: string): Example =>
  traced('REPORT', { leaves: ['audit report.deleted', 'live study.status'] }, async (scene, study, caller) => {
    const reportId = await reportOf(scene, study, 'draft', caller)
    return { method: 'DELETE', url: `${root}/${study._id}/reports/${reportId}` }
  })

export const studyExamples: Examples = {
  ...markExamples,
  ...lists('ADMIN', '/api/admin/studies', '/api/admin/studies/pending', '/api/admin/studies/inprogress'),
  ...lists('ADMIN', '/api/admin/studies/completed', '/api/admin/values'),
  ...lists('LAB', '/api/lab/studies', '/api/lab/studies/pending', '/api/lab/studies/processing'),
  ...lists('LAB', '/api/lab/studies/completed', '/api/lab/values'),
  ...lists('DOCTOR', '/api/doctor/assigned-studies', '/api/doctor/studies/pending', '/api/doctor/studies/inprogress'),
  ...lists('DOCTOR', '/api/doctor/studies/completed', '/api/doctor/values'),
  ...lists('ROWS', '/api/studies/modalities', '/api/tat/locations', '/api/tat/doctors', '/api/tat/report', '/api/tat/summary'),
  'GET /api/tat/report/export': traced(
    'ROWS',
    { leaves: ['audit tat.exported'] },
    async ({ api }, s) => {
      await api.db.update(studies).set({ dicomAccessionNumber: s._id }).where(eq(studies.id, s._id))
      return { method: 'GET', url: `/api/tat/report/export?search=${s._id}` }
    },
    { hidden: { status: 404, code: 'EXPORT_EMPTY' } },
  ),
  'GET /api/admin/studies/search': get('ROWS', '/api/admin/studies/search?searchTerm=2.25'),
  'GET /api/admin/search/values': get('ROWS', '/api/admin/search/values?searchTerm=2.25'),
  'GET /api/footer/export': traced(
    'ROWS',
    { leaves: ['audit worklist.exported'] },
    (_scene, s) => ({ method: 'GET', url: `/api/footer/export?studyIds=${s._id}` }),
    { hidden: { status: 404, code: 'EXPORT_EMPTY' } },
  ),
  'GET /api/studies/:studyId': call('OBJECT', (_scene, s) => ({ method: 'GET', url: `/api/studies/${s._id}` })),
  'GET /api/studies/:studyId/priors': call('OBJECT', (_scene, s) => ({ method: 'GET', url: `/api/studies/${s._id}/priors` })),
  'GET /api/studies/:studyId/discussions': call('OBJECT', (_scene, s) => ({
    method: 'GET',
    url: `/api/studies/${s._id}/discussions`,
  })),
  'POST /api/studies/:studyId/discussions': traced(
    'OBJECT',
    { leaves: ['audit discussion.commented', 'live study.changed'] },
    (_scene, s) => ({
      method: 'POST',
      url: `/api/studies/${s._id}/discussions`,
      payload: { comment: 'Please compare with the last examination.' },
    }),
  ),
  'POST /api/studies/:studyId/pause': traced(
    'REPORT',
    { leaves: ['audit deadline.paused', 'live study.changed', 'job study-notice.send'] },
    async ({ api }, s) => {
      await api.db.update(studies).set({ dueAt: new Date() }).where(eq(studies.id, s._id))
      const payload = { reason: 'clinicalInformation', question: 'Please compare with the last examination?' }
      return { method: 'POST', url: `/api/studies/${s._id}/pause`, payload }
    },
  ),
  'POST /api/studies/:studyId/pause/renew': ofPause('REPORT', 'renew', 'deadline.renewed'),
  'POST /api/studies/:studyId/pause/resume': ofPause('REPORT', 'resume', 'deadline.resumed'),
  'POST /api/studies/:studyId/pause/answer': ofPause('EDIT', 'answer', 'deadline.answered', {
    answer: 'Please compare with the last examination.',
  }),
  'POST /api/sharing/generate-link': traced('OBJECT', { leaves: ['audit share.created'] }, (_scene, s) => ({
    method: 'POST',
    url: '/api/sharing/generate-link',
    payload: { studyId: s._id, studyInstanceUID: s.studyInstanceUid, orthancStudyID: s.orthancId },
  })),
  'GET /api/studies/:studyId/share-links': call('OBJECT', (_scene, s) => ({
    method: 'GET',
    url: `/api/studies/${s._id}/share-links`,
  })),
  'DELETE /api/studies/:studyId/share-links/:shareLinkId': traced(
    'OBJECT',
    { leaves: ['audit share.revoked'] },
    async (scene, study, caller) => ({
      method: 'DELETE',
      url: `/api/studies/${study._id}/share-links/${(await shareOf(scene, study, caller)).id}`,
    }),
  ),
  'GET /api/sharing/access/:token': call('PUBLIC', async (scene, study) => ({
    method: 'GET',
    url: `/api/sharing/access/${(await shareOf(scene, study, null)).token}`,
  })),
  'POST /api/sharing/access/:token': traced('PUBLIC', { leaves: ['audit share.opened'] }, async (scene, study) => {
    const { token, pin } = await lockedShareOf(scene, study)
    return { method: 'POST', url: `/api/sharing/access/${token}`, payload: { pin } }
  }),
  'PUT /api/admin/studies/:studyInstanceUID/interaction': traced(
    'REPORT',
    { leaves: ['audit study.opened', 'live study.status'] },
    (_scene, s) => ({
      method: 'PUT',
      url: `/api/admin/studies/${s.studyInstanceUid}/interaction`,
      payload: { action: 'ohif_opened' },
    }),
  ),
  'GET /api/admin/studies/:studyId/location': call('ADMIN', (_scene, s) => ({
    method: 'GET',
    url: `/api/admin/studies/${s._id}/location`,
  })),
  'PUT /api/admin/studies/:studyId/location': traced(
    'ADMIN',
    { leaves: ['audit study.located', 'live study.changed'] },
    ({ cast }, s) => ({
      method: 'PUT',
      url: `/api/admin/studies/${s._id}/location`,
      payload: { locationId: cast.labB.id },
    }),
  ),
  'POST /api/admin/studies/:studyId/assign': traced(
    'ADMIN',
    { leaves: ['audit assignment.created', 'live study.changed'] },
    ({ cast }, s) => ({
      method: 'POST',
      url: `/api/admin/studies/${s._id}/assign`,
      payload: { doctorId: cast.otherDoctor.doctorId },
    }),
  ),
  'GET /api/admin/studies/suggestions': call('ADMIN', (_scene, s) => ({
    method: 'GET',
    url: `/api/admin/studies/suggestions?studyIds=${s._id}`,
  })),
  'POST /api/admin/studies/:studyId/unassign': traced(
    'ADMIN',
    { leaves: ['audit assignment.ended', 'live study.status'] },
    ({ cast }, s) => ({
      method: 'POST',
      url: `/api/admin/studies/${s._id}/unassign`,
      payload: { doctorId: cast.assignedDoctor.doctorId },
    }),
  ),
  'POST /api/admin/studies/unauthorize': traced(
    'ADMIN',
    { leaves: ['audit study.unauthorized', 'live study.status'] },
    async (scene) => ({
      method: 'POST',
      url: '/api/admin/studies/unauthorize',
      payload: { studyIds: [await finishedStudy(scene)], reason: 'Wrong patient' },
    }),
  ),
  'POST /api/admin/studies/dispatch': traced(
    'ADMIN',
    { leaves: ['audit report.dispatched', 'job dispatch.send'] },
    async (scene) => ({
      method: 'POST',
      url: '/api/admin/studies/dispatch',
      payload: { studyIds: [await finishedStudy(scene)], email: newEmail() },
    }),
  ),
  'GET /api/documents/study/:studyId/reports': call('OBJECT', (_scene, s) => ({
    method: 'GET',
    url: `/api/documents/study/${s._id}/reports`,
  })),
  'POST /api/documents/study/:studyId/upload': traced(
    'REPORT',
    { leaves: ['audit report.draft', 'live study.status'] },
    ({ cast }, s) =>
      form('POST', `/api/documents/study/${s._id}/upload`, {
        file: pdf,
        doctorId: cast.assignedDoctor.doctorId,
        reportStatus: 'draft',
      }),
  ),
  'GET /api/documents/study/:studyId/reports/:reportId/download': takeReport('/api/documents/study'),
  'GET /api/labEdit/studies/:studyId/reports/:reportId/download': takeReport('/api/labEdit/studies'),
  'DELETE /api/documents/study/:studyId/reports/:reportId': removeReport('/api/documents/study'),
  'DELETE /api/labEdit/studies/:studyId/reports/:reportId': removeReport('/api/labEdit/studies'),
}

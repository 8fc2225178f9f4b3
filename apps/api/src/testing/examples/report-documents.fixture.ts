import { createTicket } from '@readroom/db/queries/tickets'
import { call, type Examples } from './example.fixture.ts'

export const reportDocumentExamples: Examples = {
  'GET /api/documents/study/:studyId/generate-patient-report': call('REPORT', (_scene, s) => ({
    ...{ method: 'GET', url: `/api/documents/study/${s._id}/generate-patient-report` },
  })),
  'POST /api/documents/study/:studyId/report-launch': call('REPORT', (_scene, s) => ({
    ...{ method: 'POST', url: `/api/documents/study/${s._id}/report-launch` },
  })),
  'GET /api/report-launch/:ticket': call('PUBLIC', async ({ api, cast }, s) => {
    const granted = { purpose: 'report-launch', sessionId: cast.admin.sessionId, studyId: s._id } as const
    return { method: 'GET', url: `/api/report-launch/${await createTicket(api.db, granted)}` }
  }),
}

import { randomUUID } from 'node:crypto'
import { createTicket } from '@readroom/db/access/tickets'
import { insertReportTemplate } from '@readroom/db/reports/report-templates'
import { defaultTemplate } from '@readroom/word/default-template'
import { call, type Examples, form, get, type Scene, traced, whatItOpens } from './example.fixture.ts'

const templates = '/api/admin/report-templates'

async function templateOf({ api, cast }: Scene): Promise<string> {
  const objectKey = `templates/${randomUUID()}`
  const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  await api.storage.put(objectKey, await defaultTemplate(), { contentType })
  const modality = randomUUID().slice(0, 8)
  const template = { modality, objectKey, fileName: 'a.docx', sizeBytes: 1, uploadedBy: cast.admin.userId }
  return api.db.transaction((tx) => insertReportTemplate(tx, template))
}

export const reportDocumentExamples: Examples = {
  'GET /api/documents/study/:studyId/generate-patient-report': traced(
    'REPORT',
    { leaves: ['audit report.generated'] },
    (_scene, s) => ({
      method: 'GET',
      url: `/api/documents/study/${s._id}/generate-patient-report`,
    }),
  ),
  'POST /api/documents/study/:studyId/report-launch': traced('REPORT', { leaves: [], unaudited: whatItOpens }, (_scene, s) => ({
    method: 'POST',
    url: `/api/documents/study/${s._id}/report-launch`,
  })),
  'GET /api/admin/report-templates': get('ADMIN', templates),
  'POST /api/admin/report-templates': traced('ADMIN', { leaves: ['audit template.uploaded'] }, async () =>
    form('POST', templates, { file: new File([new Uint8Array(await defaultTemplate())], 'a.docx') }),
  ),
  'GET /api/admin/report-templates/:templateId/preview': call('ADMIN', async (scene) => ({
    method: 'GET',
    url: `${templates}/${await templateOf(scene)}/preview`,
  })),
  'DELETE /api/admin/report-templates/:templateId': traced('ADMIN', { leaves: ['audit template.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: `${templates}/${await templateOf(scene)}`,
  })),
  'GET /api/report-launch/:ticket': traced('PUBLIC', { leaves: ['audit report.generated'] }, async ({ api, cast }, s) => {
    const granted = { purpose: 'report-launch', sessionId: cast.admin.sessionId, studyId: s._id } as const
    return { method: 'GET', url: `/api/report-launch/${await createTicket(api.db, granted)}` }
  }),
}

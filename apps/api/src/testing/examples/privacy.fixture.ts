import { randomUUID } from 'node:crypto'
import { createTicket } from '@readroom/db/access/tickets'
import { privacyActions } from '@readroom/db/privacy/privacy.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { fingerprintOf } from '@readroom/domain/patients/identity-studies'
import { eq } from 'drizzle-orm'
import { call, type Examples, get, type Scene, type Target, traced, whatItOpens } from './example.fixture.ts'

const counts = { studies: 1, images: 1, reports: 0, documents: 0, comments: 0, lists: 0 }
const of = (study: Target) => `/api/admin/privacy/studies/${study._id}`

/** Makes a finished export of the study's patient and returns its id. */
async function madeExport({ api }: Scene, study: Target): Promise<string> {
  const [row] = await api.db.select().from(studies).where(eq(studies.id, study._id))
  const objectKey = `exports/${randomUUID()}.zip`
  const file = Buffer.from('the export')
  await api.storage.put(objectKey, file, { contentType: 'application/zip' })
  const made = { subjectId: row?.patientRowId ?? randomUUID(), objectKey, sizeBytes: file.length }
  const expiresAt = new Date(Date.now() + 60_000)
  const [action] = await api.db
    .insert(privacyActions)
    .values({ kind: 'export', state: 'done', counts, expiresAt, ...made })
    .returning()
  return action?.id ?? ''
}

/** Returns the fingerprint of the patient's studies, or a placeholder for the missing study. */
async function listed({ api }: Scene, study: Target): Promise<string> {
  const [row] = await api.db.select().from(studies).where(eq(studies.id, study._id))
  return row ? fingerprintOf([row]) : 'none'
}

/** In these examples a patient's ID is the scanner's, `SECRET-1`. */
const removal = async (scene: Scene, study: Target, way: 'erase' | 'anonymise') => ({
  method: 'POST' as const,
  url: `${of(study)}/${way}`,
  payload: {
    patientId: 'SECRET-1',
    fingerprint: await listed(scene, study),
    reason: 'Asked for by letter',
    includeUnfinished: true,
  },
})

export const privacyExamples: Examples = {
  'GET /api/admin/privacy/studies/:studyId': call('ADMIN', (_scene, s) => ({ method: 'GET', url: of(s) })),
  'POST /api/admin/privacy/studies/:studyId/export': traced(
    'ADMIN',
    { leaves: ['audit export.requested', 'job privacy.export'] },
    async (scene, s) => ({
      method: 'POST',
      url: `${of(s)}/export`,
      payload: { fingerprint: await listed(scene, s) },
    }),
  ),
  'POST /api/admin/privacy/studies/:studyId/erase': traced(
    'ADMIN',
    { leaves: ['audit patient.erased', 'live study.changed', 'job privacy.remove'] },
    (scene, s) => removal(scene, s, 'erase'),
  ),
  'POST /api/admin/privacy/studies/:studyId/anonymise': traced(
    'ADMIN',
    { leaves: ['audit patient.anonymised', 'live study.changed', 'job privacy.remove'] },
    (scene, s) => removal(scene, s, 'anonymise'),
  ),
  'PUT /api/admin/privacy/studies/:studyId/hold': traced('ADMIN', { leaves: ['audit patient.held'] }, (_scene, s) => ({
    method: 'PUT',
    url: `${of(s)}/hold`,
    payload: { reason: 'A court asked for it' },
  })),
  'GET /api/admin/privacy/register': get('ADMIN', '/api/admin/privacy/register'),
  'GET /api/admin/privacy/actions': get('ADMIN', '/api/admin/privacy/actions'),
  'POST /api/admin/privacy/actions/:actionId/link': traced('ADMIN', { leaves: [], unaudited: whatItOpens }, async (scene, s) => ({
    method: 'POST',
    url: `/api/admin/privacy/actions/${await madeExport(scene, s)}/link`,
  })),
  'GET /api/privacy-files/:ticket': traced('PUBLIC', { leaves: ['audit export.downloaded'] }, async (scene, s) => {
    const zipId = await madeExport(scene, s)
    const ticket = { purpose: 'export', sessionId: scene.cast.admin.sessionId, studyId: null, zipId } as const
    return { method: 'GET', url: `/api/privacy-files/${await createTicket(scene.api.db, ticket)}` }
  }),
  'GET /api/admin/privacy/retention': get('ADMIN', '/api/admin/privacy/retention'),
}

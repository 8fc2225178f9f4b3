import { randomUUID } from 'node:crypto'
import { createTicket } from '@readroom/db/access/tickets'
import {
  archiveDown,
  call,
  type Examples,
  get,
  packBulkZip,
  packZip,
  type Scene,
  shareOf,
  type Target,
  traced,
  whatItOpens,
} from './example.fixture.ts'

const imagesTaken = ['audit images.downloaded']
const redirected = { allowed: { status: 302 } }

/** Makes a ticket of an administrator, who sees every study. */
const ticketOf = ({ api, cast }: Scene, { _id }: Target, purpose: 'viewer' | 'launch') =>
  createTicket(api.db, { purpose, sessionId: cast.admin.sessionId, studyId: _id })

export const imageExamples: Examples = {
  'GET /api/download/study/:orthancStudyID/r2-direct': traced(
    'OBJECT',
    { leaves: [], unaudited: whatItOpens },
    async (scene, study) => {
      await packZip(scene, study)
      return { method: 'GET', url: `/api/download/study/${study.orthancId}/r2-direct` }
    },
  ),
  'GET /api/download/study/:orthancStudyID/status': call('OBJECT', (_scene, s) => ({
    method: 'GET',
    url: `/api/download/study/${s.orthancId}/status`,
  })),
  'GET /api/orthanc-download/study/:orthancStudyID/download': traced('OBJECT', { leaves: imagesTaken }, async (scene, study) => {
    await packZip(scene, study)
    return { method: 'GET', url: `/api/orthanc-download/study/${study.orthancId}/download` }
  }),
  'POST /api/downloads/bulk': traced('ROWS', { leaves: ['audit images.packed', 'job zip.build'] }, (_scene, s) => ({
    method: 'POST',
    url: '/api/downloads/bulk',
    payload: { studyIds: [s._id] },
  })),
  'GET /api/downloads/bulk/:bulkZipId': traced(
    'OBJECT',
    { leaves: [], unaudited: whatItOpens },
    async (scene, study, caller) => ({
      method: 'GET',
      url: `/api/downloads/bulk/${await packBulkZip(scene, study, caller)}`,
    }),
    { hidden: { status: 404, code: 'BULK_ZIP_NOT_FOUND' } },
  ),
  'GET /api/launch/:ticket': traced('PUBLIC', { leaves: imagesTaken }, async (scene, study) => {
    await packZip(scene, study)
    return { method: 'GET', url: `/api/launch/${await ticketOf(scene, study, 'launch')}` }
  }),
  'GET /api/files/:ticket': traced('PUBLIC', { leaves: imagesTaken }, async (scene, study) => {
    const zipId = await packZip(scene, study)
    const { sessionId } = scene.cast.admin
    const ticket = await createTicket(scene.api.db, { purpose: 'download', sessionId, studyId: study._id, zipId })
    return { method: 'GET', url: `/api/files/${ticket}` }
  }),
  'GET /viewer/open': traced(
    'PUBLIC',
    { leaves: ['audit images.opened'] },
    async (scene, study) => ({ method: 'GET', url: `/viewer/open?ticket=${await ticketOf(scene, study, 'viewer')}` }),
    redirected,
  ),
  'GET /viewer/share/:token': traced(
    'PUBLIC',
    { leaves: ['audit share.opened'] },
    async (scene, study) => ({ method: 'GET', url: `/viewer/share/${(await shareOf(scene, study, null)).token}` }),
    redirected,
  ),
  'GET /dicom-web/studies': call(
    'ROWS',
    (_scene, s) => ({ method: 'GET', url: `/dicom-web/studies?StudyInstanceUID=${s.studyInstanceUid}` }),
    // Describing a study that was found needs the archive.
    { ...archiveDown, hidden: { status: 200 } },
  ),
  'GET /dicom-web/studies/:studyInstanceUID': call(
    'OBJECT',
    (_scene, s) => ({ method: 'GET', url: `/dicom-web/studies/${s.studyInstanceUid}` }),
    archiveDown,
  ),
  'GET /dicom-web/studies/:studyInstanceUID/*': call(
    'OBJECT',
    (_scene, s) => ({ method: 'GET', url: `/dicom-web/studies/${s.studyInstanceUid}/series` }),
    archiveDown,
  ),
  'GET /archive-viewer/:studyId/series': call('OBJECT', (_scene, s) => ({
    method: 'GET',
    url: `/archive-viewer/${s._id}/series`,
  })),
  'GET /archive-viewer/:studyId/web-viewer/*': call(
    'OBJECT',
    (_scene, s) => ({ method: 'GET', url: `/archive-viewer/${s._id}/web-viewer/app/viewer.html` }),
    archiveDown,
  ),
  'GET /archive-viewer/:studyId/frame/:key/*': get('PUBLIC', `/archive-viewer/${randomUUID()}/frame/forged/app/viewer.html`, {
    allowed: { status: 401, code: 'NOT_AUTHENTICATED' },
  }),
}

import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { reportWordDocuments } from '@readroom/db/reports/reports.schema'
import { putAside } from '@readroom/domain/reading/reading-round'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { markCritical } from '@readroom/domain/reports/critical-results'
import { signAs } from '../../signed-report.fixture.ts'
import { writtenReport } from '../../written-report.fixture.ts'
import {
  type Caller,
  call,
  type Examples,
  get,
  reportOf,
  reportTaken,
  type Scene,
  type Target,
  traced,
} from '../example.fixture.ts'

const password = 'a fine password'

export const onlyDrafted = 'what is signed, put away or thrown away is audited; a draft is saved every few seconds'

const content = writtenReport({ findings: 'Verborgen: no fracture.', impression: 'Normal.' })

type Writing = { windowId: string; fence: number; revision: number }

/** Holds the study's report for the caller. Does nothing if the study is missing or the caller may not write. */
async function writing({ api, cast }: Scene, { _id: studyId }: Target, caller: Caller | null): Promise<Writing> {
  const windowId = randomUUID()
  if (caller?.userId !== cast.assignedDoctor.userId) return { windowId, fence: 1, revision: 1 }
  return api.db
    .transaction(async (tx) => {
      const { fence } = await holdReport(tx, caller, { studyId, windowId, takeOver: true })
      return { windowId, fence, revision: 0 }
    })
    .catch(() => ({ windowId, fence: 1, revision: 1 }))
}

/** Holds the report and saves a draft. */
export async function drafted(scene: Scene, study: Target, caller: Caller | null): Promise<Writing> {
  const held = await writing(scene, study, caller)
  if (held.revision === 1 || !caller) return held
  const text = { studyId: study._id, kind: 'original', reason: '', content, templateName: null } as const
  const { revision } = await scene.api.db.transaction((tx) => saveDraft(tx, caller, { ...held, ...text }))
  return { ...held, revision }
}

/** Signs a report that can still be recalled and returns its version's id, or any id if the doctor does not see the study. */
const recallable = (api: Scene['api'], doctor: Caller, studyId: string): Promise<string> =>
  signAs(api, doctor, studyId, { recallSeconds: 60 }).then(
    ({ version }) => version.id,
    () => randomUUID(),
  )

const at = ({ _id }: Target, path: string) => `/api/studies/${_id}/reading/${path}`

const criticalOf = ({ _id }: Target) => `/api/studies/${_id}/critical-results`

/** Marks a critical result of the study and returns its id, or any id for the missing study. */
async function marked({ api, cast, missing }: Scene, study: Target): Promise<string> {
  if (study === missing) return randomUUID()
  const result = { studyId: study._id, category: 1, finding: 'Torsion' } as const
  return api.db.transaction((tx) => markCritical(tx, cast.assignedDoctor, result))
}

export const readingExamples: Examples = {
  'GET /api/studies/:studyId/reading': call('REPORT', (_scene, study) => ({
    method: 'GET',
    url: `/api/studies/${study._id}/reading?windowId=${randomUUID()}`,
  })),
  'PUT /api/studies/:studyId/reading/images': traced('REPORT', { leaves: ['audit images.opened'] }, (_scene, study) => ({
    method: 'PUT',
    url: at(study, 'images'),
    payload: { windowId: randomUUID(), priorId: null, nextId: null },
  })),
  'GET /api/reading/local-key': call('DOCTOR', (_scene, study) => ({
    method: 'GET',
    url: `/api/reading/local-key?studyId=${study._id}`,
  })),
  'GET /api/reading/put-aside': call('DOCTOR', async ({ api, cast, missing }, study) => {
    if (study !== missing) await api.db.transaction((tx) => putAside(tx, cast.assignedDoctor, study._id))
    return { method: 'GET', url: '/api/reading/put-aside' }
  }),
  'POST /api/studies/:studyId/reading/displayed': traced(
    'WRITE',
    { leaves: [], unaudited: 'the opening of the images is audited, and at signing the series that were left out' },
    (_scene, study) => ({
      method: 'POST',
      url: at(study, 'displayed'),
      payload: { seriesInstanceUids: ['1.2.3'] },
    }),
  ),
  'POST /api/studies/:studyId/reading/put-aside': traced('WRITE', { leaves: ['audit study.put_aside'] }, (_scene, study) => ({
    method: 'POST',
    url: at(study, 'put-aside'),
    payload: {},
  })),
  'POST /api/studies/:studyId/reading/take-up': traced(
    'WRITE',
    { leaves: ['audit study.taken_up'] },
    async ({ api, cast, missing }, study) => {
      if (study !== missing) await api.db.transaction((tx) => putAside(tx, cast.assignedDoctor, study._id))
      return { method: 'POST', url: at(study, 'take-up'), payload: {} }
    },
  ),
  'POST /api/studies/:studyId/reading/skip': traced(
    'WRITE',
    { leaves: ['audit study.skipped', 'live study.changed'] },
    (_scene, study) => ({
      method: 'POST',
      url: at(study, 'skip'),
      payload: { reason: 'other', note: 'Verborgen: please compare' },
    }),
  ),
  'POST /api/studies/:studyId/reading/hold': traced(
    'WRITE',
    { leaves: ['live study.changed'], unaudited: onlyDrafted },
    (_scene, study) => ({
      method: 'POST',
      url: at(study, 'hold'),
      payload: { windowId: randomUUID(), takeOver: true },
    }),
  ),
  'POST /api/studies/:studyId/reading/ask': traced(
    'WRITE',
    { leaves: ['live study.changed'], unaudited: 'it asks; a take-over is audited' },
    async (scene, study, caller) => {
      await writing(scene, study, caller)
      return { method: 'POST', url: at(study, 'ask'), payload: { windowId: randomUUID() } }
    },
  ),
  'POST /api/studies/:studyId/reading/release': traced(
    'WRITE',
    { leaves: ['live study.changed'], unaudited: onlyDrafted },
    async (scene, study, caller) => {
      const { windowId, fence } = await writing(scene, study, caller)
      return { method: 'POST', url: at(study, 'release'), payload: { windowId, fence } }
    },
  ),
  'PUT /api/studies/:studyId/reading/draft': traced(
    'WRITE',
    { leaves: ['live study.status'], unaudited: onlyDrafted },
    async (scene, study, caller) => {
      const held = await writing(scene, study, caller)
      return { method: 'PUT', url: at(study, 'draft'), payload: { ...held, kind: 'original', content } }
    },
  ),
  'POST /api/studies/:studyId/reading/put-away': traced(
    'WRITE',
    { leaves: ['audit report.put_away', 'live study.status'] },
    async (scene, study, caller) => ({
      method: 'POST',
      url: at(study, 'put-away'),
      payload: await drafted(scene, study, caller),
    }),
  ),
  'POST /api/studies/:studyId/reading/discard': traced(
    'WRITE',
    { leaves: ['audit report.discarded', 'live study.changed'] },
    async (scene, study, caller) => ({
      method: 'POST',
      url: at(study, 'discard'),
      payload: await drafted(scene, study, caller),
    }),
  ),
  'POST /api/studies/:studyId/reading/sign': traced(
    'WRITE',
    { leaves: ['audit report.signed', 'live study.status', 'job report.render'] },
    async (scene, study, caller) => {
      if (caller) await storeOwnPassword(scene.api.db, caller.userId, await hash(password))
      const held = await drafted(scene, study, caller)
      const signature = { meaning: 'final', confirmed: [], password, requestId: randomUUID() }
      return { method: 'POST', url: at(study, 'sign'), payload: { ...held, ...signature } }
    },
  ),
  'POST /api/studies/:studyId/reading/recall': traced(
    'WRITE',
    { leaves: ['audit report.recalled', 'live study.status'] },
    async ({ api, cast }, study, caller) => {
      const isSigner = caller?.userId === cast.assignedDoctor.userId
      const versionId = isSigner ? await recallable(api, caller, study._id) : randomUUID()
      return { method: 'POST', url: at(study, 'recall'), payload: { versionId } }
    },
  ),
  'GET /api/documents/study/:studyId/reports/:reportId/word': traced(
    'OBJECT',
    { leaves: reportTaken },
    async (scene, study, caller) => {
      const reportId = await reportOf(scene, study, 'finalized', caller)
      const objectKey = `reports/${randomUUID()}`
      await scene.api.storage.put(objectKey, Buffer.from('x'), { contentType: 'application/octet-stream' })
      if (study !== scene.missing)
        await scene.api.db.insert(reportWordDocuments).values({ reportId, objectKey, sizeBytes: 1, sha256: '0' })
      return { method: 'GET', url: `/api/documents/study/${study._id}/reports/${reportId}/word` }
    },
  ),
  'GET /api/reports/amended': get('ROWS', '/api/reports/amended'),
  'GET /api/reports/unprinted': get('WRITER', '/api/reports/unprinted'),
  'POST /api/reports/download': traced(
    'OBJECT',
    { leaves: reportTaken },
    async (scene, study, caller) => {
      await reportOf(scene, study, 'finalized', caller)
      return { method: 'POST', url: '/api/reports/download', payload: { studyIds: [study._id] } }
    },
    { hidden: { status: 409, code: 'REPORTS_UNFINISHED' } },
  ),
  'POST /api/studies/:studyId/critical-results': traced(
    'WRITE',
    // To the technician and to the laboratory's contact.
    { leaves: ['audit critical.marked', 'live study.changed', 'job critical-notice.send', 'job critical-notice.send'] },
    (_scene, study) => ({
      method: 'POST',
      url: criticalOf(study),
      payload: { category: 1, finding: 'Verborgen: tension pneumothorax' },
    }),
  ),
  'POST /api/studies/:studyId/critical-results/:resultId/communications': traced(
    'WRITE',
    { leaves: ['audit critical.told', 'live study.changed'] },
    async (scene, study) => ({
      method: 'POST',
      url: `${criticalOf(study)}/${await marked(scene, study)}/communications`,
      payload: { name: 'Rosa Delgado', telephone: '030 4711', method: 'telephone' },
    }),
  ),
  'GET /api/studies/:studyId/critical-results': call('OBJECT', (_scene, study) => ({ method: 'GET', url: criticalOf(study) })),
  'GET /api/critical-results/open': get('ROWS', '/api/critical-results/open'),
  'POST /api/studies/:studyId/critical-results/:resultId/acknowledge': traced(
    'EDIT',
    { leaves: ['audit critical.acknowledged', 'live study.changed'] },
    async (scene, study) => ({
      method: 'POST',
      url: `${criticalOf(study)}/${await marked(scene, study)}/acknowledge`,
      payload: { name: 'Rosa Delgado', readBack: true },
    }),
  ),
  'GET /api/studies/:studyId/report-versions': call('OBJECT', (_scene, study) => ({
    method: 'GET',
    url: `/api/studies/${study._id}/report-versions`,
  })),
}

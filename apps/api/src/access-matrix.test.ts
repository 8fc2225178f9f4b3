import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@readroom/contracts/endpoint'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { can, type Role } from '@readroom/contracts/permissions'
import type { Actor } from '@readroom/db/actor'
import { createTicket } from '@readroom/db/queries/tickets'
import {
  createActor,
  createAssignment,
  createCast,
  createStudy,
  createUser,
  newOrthancId,
  newUid,
} from '@readroom/db/testing/factories'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type Target = { _id: string; orthancId: string; studyInstanceUid: string }
type Scene = { api: TestApi; cast: Cast; study: Target; missing: Target }
type Outcome = { status: number; code?: string }
type Example = {
  request(scene: Scene, study: Target, caller: Caller | null): Promise<InjectOptions> | InjectOptions
  /** What a caller who may do it gets; 200 unless said. */
  allowed?: Outcome
}
type Caller = Actor & { tokenId: string }
type Person = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor' | 'stranger'

const people: Person[] = ['admin', 'staffA', 'staffB', 'assignedDoctor', 'otherDoctor', 'stranger']
const seesStudy: Person[] = ['admin', 'staffA', 'assignedDoctor']

const get = (url: string): Example => ({ request: () => ({ method: 'GET', url }) })
const post = (url: string, payload: () => object): Example => ({ request: () => ({ method: 'POST', url, payload: payload() }) })
const onStudy = (make: (study: Target) => InjectOptions, allowed?: Outcome): Example => ({
  request: (_scene, study) => make(study),
  ...(allowed && { allowed }),
})
const socket = (url: string): Example => ({
  request: async ({ api }, _study, caller) => {
    const token = caller ? await createTicket(api.db, { purpose: 'ws', sessionId: caller.sessionId, studyId: null }) : 'none'
    return { method: 'GET', url: `${url}?token=${token}` }
  },
  // Admitted, but not an upgrade.
  allowed: { status: 400, code: 'BAD_REQUEST' },
})
/** The tests' archive is down: 503 says that every check was passed. */
const archiveDown = { status: 503, code: 'ARCHIVE_UNAVAILABLE' }
const noUser = { status: 404, code: 'USER_NOT_FOUND' }
const newEmail = () => `${randomUUID()}@readroom.example`
const noReport = { status: 404, code: 'REPORT_NOT_FOUND' }
const noDeadLetter = { status: 404, code: 'DEAD_LETTER_NOT_FOUND' }
const noShareLink = { status: 404, code: 'SHARE_LINK_NOT_FOUND' }
const unknownShare = 'x'.repeat(43)
const report = (s: Target, root: string) => `${root}/${s._id}/reports/${randomUUID()}`

/** One call of every endpoint. An endpoint without an example fails the test below. */
const examples: Record<string, Example> = {
  'POST /api/auth/login': {
    request: () => ({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `${randomUUID()}@readroom.example`, password: 'x' },
    }),
    allowed: { status: 401, code: 'INVALID_CREDENTIALS' },
  },
  'POST /api/auth/logout': { request: () => ({ method: 'POST', url: '/api/auth/logout', headers: { authorization: '' } }) },
  'POST /api/auth/refresh-token': { request: () => ({ method: 'POST', url: '/api/auth/refresh-token' }) },
  'GET /auth/profile': get('/auth/profile'),
  'POST /auth/change-password': {
    request: () => ({
      method: 'POST',
      url: '/auth/change-password',
      payload: { oldPassword: 'not mine', newPassword: 'another one', confirmPassword: 'another one' },
    }),
    allowed: { status: 401, code: 'CURRENT_PASSWORD_INCORRECT' },
  },
  'POST /api/forgot-password/send-otp': post('/api/forgot-password/send-otp', () => ({ email: newEmail() })),
  'POST /api/forgot-password/resend-otp': post('/api/forgot-password/resend-otp', () => ({ email: newEmail() })),
  'POST /api/forgot-password/verify-otp': {
    ...post('/api/forgot-password/verify-otp', () => ({ email: newEmail(), otp: '123456' })),
    allowed: { status: 400, code: 'OTP_INVALID' },
  },
  'POST /api/forgot-password/reset-password': {
    ...post('/api/forgot-password/reset-password', () => ({
      ...{ email: newEmail(), resetToken: 'forged', newPassword: 'a fine password', confirmPassword: 'a fine password' },
    })),
    allowed: { status: 400, code: 'RESET_TOKEN_INVALID' },
  },
  'GET /api/auth/sessions': get('/api/auth/sessions'),
  'DELETE /api/auth/sessions': { request: () => ({ method: 'DELETE', url: '/api/auth/sessions' }) },
  'DELETE /api/auth/sessions/:sessionId': {
    request: () => ({ method: 'DELETE', url: `/api/auth/sessions/${randomUUID()}` }),
    allowed: { status: 404, code: 'SESSION_NOT_FOUND' },
  },
  'POST /api/admin/admins/register': post('/api/admin/admins/register', () => ({
    ...{ fullName: 'Another Administrator', email: newEmail(), password: 'a fine password' },
  })),
  'GET /api/admin/users/list': get('/api/admin/users/list'),
  'POST /api/admin/users/:userId/end-sessions': {
    ...post(`/api/admin/users/${randomUUID()}/end-sessions`, () => ({})),
    allowed: noUser,
  },
  'POST /api/admin/users/:userId/send-password': {
    ...post(`/api/admin/users/${randomUUID()}/send-password`, () => ({})),
    allowed: noUser,
  },
  'PUT /api/admin/users/:userId/active': {
    request: () => ({ method: 'PUT', url: `/api/admin/users/${randomUUID()}/active`, payload: { isActive: false } }),
    allowed: noUser,
  },
  'POST /api/admin/studies/:studyId/discard-damaged': onStudy(
    (s) => ({ method: 'POST', url: `/api/admin/studies/${s._id}/discard-damaged`, payload: {} }),
    { status: 409, code: 'NOT_DAMAGED' },
  ),
  'GET /api/admin/dead-letters': get('/api/admin/dead-letters'),
  'POST /api/admin/dead-letters/:deadLetterId/retry': {
    ...post(`/api/admin/dead-letters/${randomUUID()}/retry`, () => ({})),
    allowed: noDeadLetter,
  },
  'DELETE /api/admin/dead-letters/:deadLetterId': {
    request: () => ({ method: 'DELETE', url: `/api/admin/dead-letters/${randomUUID()}` }),
    allowed: noDeadLetter,
  },
  'POST /api/admin/labs/register': post('/api/admin/labs/register', () => ({
    ...{ labName: 'A laboratory', labIdentifier: randomUUID().slice(0, 13) },
    ...{ staffUsername: randomUUID(), staffEmail: newEmail(), staffFullName: 'Member of Staff' },
  })),
  'GET /api/admin/labs/list': get('/api/admin/labs/list'),
  'GET /api/admin/labs/details/:labId': {
    request: ({ cast }) => ({ method: 'GET', url: `/api/admin/labs/details/${cast.labA.id}` }),
  },
  'PUT /api/admin/labs/update/:labId': {
    request: () => ({
      ...{ method: 'PUT', url: `/api/admin/labs/update/${randomUUID()}` },
      payload: { name: 'A laboratory', identifier: 'SOME', isActive: true },
    }),
    allowed: { status: 404, code: 'LAB_NOT_FOUND' },
  },
  'DELETE /api/admin/labs/delete/:labId': {
    request: ({ cast }) => ({ method: 'DELETE', url: `/api/admin/labs/delete/${cast.labA.id}` }),
    allowed: { status: 409, code: 'LAB_IN_USE' },
  },
  'POST /api/auth/tickets': onStudy((s) => ({
    method: 'POST',
    url: '/api/auth/tickets',
    payload: { purpose: 'viewer', studyId: s._id },
  })),
  'GET /api/admin/studies': get('/api/admin/studies'),
  'GET /api/admin/studies/pending': get('/api/admin/studies/pending'),
  'GET /api/admin/studies/inprogress': get('/api/admin/studies/inprogress'),
  'GET /api/admin/studies/completed': get('/api/admin/studies/completed'),
  'GET /api/admin/values': get('/api/admin/values'),
  'GET /api/admin/studies/search': get('/api/admin/studies/search?searchTerm=smith'),
  'GET /api/admin/search/values': get('/api/admin/search/values?searchTerm=smith'),
  'GET /api/tat/locations': get('/api/tat/locations'),
  'GET /api/admin/studies/:studyId/location': onStudy(({ _id }) => ({
    method: 'GET',
    url: `/api/admin/studies/${_id}/location`,
  })),
  'PUT /api/admin/studies/:studyId/location': {
    request: ({ cast }, { _id }) => ({
      ...{ method: 'PUT', url: `/api/admin/studies/${_id}/location` },
      payload: { locationId: cast.labA.id },
    }),
  },
  'POST /api/admin/labs/:labId/claim-studies': {
    request: ({ cast }) => ({
      ...{ method: 'POST', url: `/api/admin/labs/${cast.labA.id}/claim-studies` },
      payload: { aeTitle: 'NOBODY' },
    }),
  },
  'GET /api/admin/intake/failures': get('/api/admin/intake/failures'),
  'POST /api/admin/intake/failures/:orthancId/retry': {
    request: () => ({ method: 'POST', url: `/api/admin/intake/failures/${newOrthancId()}/retry` }),
    allowed: { status: 404, code: 'INTAKE_FAILURE_NOT_FOUND' },
  },
  'GET /api/admin/system/archive': get('/api/admin/system/archive'),
  'GET /api/lab/studies': get('/api/lab/studies'),
  'GET /api/lab/studies/pending': get('/api/lab/studies/pending'),
  'GET /api/lab/studies/processing': get('/api/lab/studies/processing'),
  'GET /api/lab/studies/completed': get('/api/lab/studies/completed'),
  'GET /api/lab/values': get('/api/lab/values'),
  'GET /api/doctor/assigned-studies': get('/api/doctor/assigned-studies'),
  'GET /api/doctor/studies/pending': get('/api/doctor/studies/pending'),
  'GET /api/doctor/studies/inprogress': get('/api/doctor/studies/inprogress'),
  'GET /api/doctor/studies/completed': get('/api/doctor/studies/completed'),
  'GET /api/doctor/values': get('/api/doctor/values'),
  'GET /api/studies/:studyId': onStudy((s) => ({ method: 'GET', url: `/api/studies/${s._id}` })),
  'GET /api/studies/:studyId/discussions': onStudy((s) => ({ method: 'GET', url: `/api/studies/${s._id}/discussions` })),
  'POST /api/studies/:studyId/discussions': onStudy((s) => ({
    method: 'POST',
    url: `/api/studies/${s._id}/discussions`,
    payload: { comment: 'Please compare with the last examination.' },
  })),
  'POST /api/sharing/generate-link': onStudy((s) => ({
    method: 'POST',
    url: '/api/sharing/generate-link',
    payload: { studyId: s._id, studyInstanceUID: s.studyInstanceUid, orthancStudyID: s.orthancId },
  })),
  'GET /api/studies/:studyId/share-links': onStudy((s) => ({ method: 'GET', url: `/api/studies/${s._id}/share-links` })),
  'DELETE /api/studies/:studyId/share-links/:shareLinkId': onStudy(
    (s) => ({ method: 'DELETE', url: `/api/studies/${s._id}/share-links/${randomUUID()}` }),
    noShareLink,
  ),
  'GET /api/sharing/access/:token': { ...get(`/api/sharing/access/${unknownShare}`), allowed: noShareLink },
  'GET /viewer/share/:token': { ...get(`/viewer/share/${unknownShare}`), allowed: noShareLink },
  'PUT /api/admin/studies/:studyInstanceUID/interaction': onStudy((s) => ({
    method: 'PUT',
    url: `/api/admin/studies/${s.studyInstanceUid}/interaction`,
    payload: { action: 'ohif_opened' },
  })),
  'POST /api/admin/studies/:studyId/assign': {
    request: ({ cast }, s) => ({
      method: 'POST',
      url: `/api/admin/studies/${s._id}/assign`,
      payload: { doctorId: cast.assignedDoctor.doctorId },
    }),
  },
  'POST /api/admin/studies/:studyId/unassign': {
    request: ({ cast }, s) => ({
      method: 'POST',
      url: `/api/admin/studies/${s._id}/unassign`,
      payload: { doctorId: cast.otherDoctor.doctorId },
    }),
  },
  'POST /api/admin/studies/unauthorize': post('/api/admin/studies/unauthorize', () => ({
    ...{ studyIds: [randomUUID()], reason: 'Wrong patient' },
  })),
  'POST /api/admin/studies/dispatch': post('/api/admin/studies/dispatch', () => ({
    ...{ studyIds: [randomUUID()], email: newEmail() },
  })),
  'GET /api/admin/doctors': get('/api/admin/doctors?status=active'),
  'GET /api/admin/doctors/:doctorId': {
    request: ({ cast }) => ({ method: 'GET', url: `/api/admin/doctors/${cast.assignedDoctor.doctorId}` }),
  },
  'POST /api/admin/doctors/register': {
    ...post('/api/admin/doctors/register', () => ({})),
    allowed: { status: 400, code: 'BAD_REQUEST' },
  },
  'GET /api/admin/doctors/list': get('/api/admin/doctors/list'),
  'GET /api/admin/doctors/details/:doctorId': {
    request: ({ cast }) => ({ method: 'GET', url: `/api/admin/doctors/details/${cast.assignedDoctor.doctorId}` }),
  },
  'GET /api/admin/doctors/signature/:doctorId': {
    request: ({ cast }) => ({ method: 'GET', url: `/api/admin/doctors/signature/${cast.assignedDoctor.doctorId}` }),
    allowed: { status: 404, code: 'DOCTOR_NOT_FOUND' },
  },
  'PUT /api/admin/doctors/update/:doctorId': {
    request: ({ cast }) => ({ method: 'PUT', url: `/api/admin/doctors/update/${cast.assignedDoctor.doctorId}`, payload: {} }),
    allowed: { status: 400, code: 'BAD_REQUEST' },
  },
  'DELETE /api/admin/doctors/delete/:doctorId': {
    request: ({ cast }) => ({ method: 'DELETE', url: `/api/admin/doctors/delete/${cast.assignedDoctor.doctorId}` }),
    allowed: { status: 409, code: 'DOCTOR_IN_USE' },
  },
  'GET /api/documents/study/:studyId/reports': onStudy((s) => ({ method: 'GET', url: `/api/documents/study/${s._id}/reports` })),
  'POST /api/documents/study/:studyId/upload': onStudy(
    (s) => ({ method: 'POST', url: `/api/documents/study/${s._id}/upload`, payload: {} }),
    { status: 400, code: 'BAD_REQUEST' },
  ),
  'GET /api/documents/study/:studyId/reports/:reportId/download': onStudy(
    (s) => ({ method: 'GET', url: `${report(s, '/api/documents/study')}/download` }),
    noReport,
  ),
  'DELETE /api/documents/study/:studyId/reports/:reportId': onStudy(
    (s) => ({ method: 'DELETE', url: report(s, '/api/documents/study') }),
    noReport,
  ),
  'GET /api/labEdit/studies/:studyId/reports/:reportId/download': onStudy(
    (s) => ({ method: 'GET', url: `${report(s, '/api/labEdit/studies')}/download` }),
    noReport,
  ),
  'DELETE /api/labEdit/studies/:studyId/reports/:reportId': onStudy(
    (s) => ({ method: 'DELETE', url: report(s, '/api/labEdit/studies') }),
    noReport,
  ),
  'GET /api/download/study/:orthancStudyID/r2-direct': onStudy(
    (s) => ({ method: 'GET', url: `/api/download/study/${s.orthancId}/r2-direct` }),
    { status: 404, code: 'ZIP_NOT_READY' },
  ),
  'GET /api/download/study/:orthancStudyID/status': onStudy((s) => ({
    method: 'GET',
    url: `/api/download/study/${s.orthancId}/status`,
  })),
  'GET /api/orthanc-download/study/:orthancStudyID/download': onStudy(
    (s) => ({ method: 'GET', url: `/api/orthanc-download/study/${s.orthancId}/download` }),
    archiveDown,
  ),
  'GET /api/footer/export': onStudy((s) => ({ method: 'GET', url: `/api/footer/export?studyIds=${s._id}` })),
  'POST /api/downloads/bulk': onStudy((s) => ({ method: 'POST', url: '/api/downloads/bulk', payload: { studyIds: [s._id] } })),
  'GET /api/downloads/bulk/:bulkZipId': {
    ...get(`/api/downloads/bulk/${randomUUID()}`),
    allowed: { status: 404, code: 'BULK_ZIP_NOT_FOUND' },
  },
  'GET /api/launch/:ticket': { ...get('/api/launch/forged'), allowed: { status: 404, code: 'LINK_EXPIRED' } },
  'GET /api/files/:ticket': { ...get('/api/files/forged.ticket'), allowed: { status: 404, code: 'LINK_EXPIRED' } },
  'GET /viewer/open': { ...get('/viewer/open?ticket=forged'), allowed: { status: 401, code: 'NOT_AUTHENTICATED' } },
  'GET /dicom-web/studies': {
    request: (_scene, s) => ({ method: 'GET', url: `/dicom-web/studies?StudyInstanceUID=${s.studyInstanceUid}` }),
  },
  'GET /dicom-web/studies/:studyInstanceUID': onStudy(
    (s) => ({ method: 'GET', url: `/dicom-web/studies/${s.studyInstanceUid}` }),
    archiveDown,
  ),
  'GET /dicom-web/studies/:studyInstanceUID/*': onStudy(
    (s) => ({ method: 'GET', url: `/dicom-web/studies/${s.studyInstanceUid}/series` }),
    archiveDown,
  ),
  'GET /archive-viewer/:studyId/series': onStudy((s) => ({ method: 'GET', url: `/archive-viewer/${s._id}/series` })),
  'GET /archive-viewer/:studyId/web-viewer/*': onStudy(
    (s) => ({ method: 'GET', url: `/archive-viewer/${s._id}/web-viewer/app/viewer.html` }),
    archiveDown,
  ),
  'GET /archive-viewer/:studyId/frame/:key/*': {
    ...get(`/archive-viewer/${randomUUID()}/frame/forged/app/viewer.html`),
    allowed: { status: 401, code: 'NOT_AUTHENTICATED' },
  },
  'GET /ws/admin': socket('/ws/admin'),
  'GET /ws/lab': socket('/ws/lab'),
  'GET /ws/doctor': socket('/ws/doctor'),
  'GET /api/settings': get('/api/settings'),
  'GET /healthz': get('/healthz'),
  'GET /readyz': get('/readyz'),
}

/** The scope of a call whose object is named in its body instead of its path. */
const bodyScopes: Record<string, Endpoint['scope']> = { 'POST /api/auth/tickets': 'study' }

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function expected(endpoint: Endpoint, example: Example, person: Person, role: Role | null): Outcome {
  const allowed = example.allowed ?? { status: 200 }
  if (endpoint.access === 'public') return allowed
  if (role === null) return { status: 401, code: 'NOT_AUTHENTICATED' }
  if (endpoint.access !== 'signed-in' && !can(role, endpoint.access)) return { status: 403, code: 'FORBIDDEN' }
  const scope = bodyScopes[nameOf(endpoint)] ?? endpoint.scope
  if (scope === 'study' && !seesStudy.includes(person)) return { status: 404, code: 'STUDY_NOT_FOUND' }
  // A search answers the caller's rows; describing a found one needs the archive.
  if (endpoint.path === '/dicom-web/studies' && seesStudy.includes(person)) return archiveDown
  // A spreadsheet of no rows is refused.
  if (endpoint.path === '/api/footer/export' && !seesStudy.includes(person)) return { status: 404, code: 'EXPORT_EMPTY' }
  return allowed
}

/** A file has none. */
const codeOf = ({ headers, json }: LightMyRequestResponse) =>
  String(headers['content-type']).includes('json') ? json().code : undefined

describe('who may call what', () => {
  let scene: Scene

  beforeAll(async () => {
    const api = await startTestApi()
    const cast = await createCast(api.db)
    const row = await createStudy(api.db, { labId: cast.labA.id, status: 'assigned_to_doctor' })
    await createAssignment(api.db, { studyId: row.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    const study = { ...row, _id: row.id }
    scene = { api, cast, study, missing: { _id: randomUUID(), orthancId: newOrthancId(), studyInstanceUid: newUid() } }
  })
  afterAll(() => scene.api.stop())

  const callerOf = (person: Person): Caller | null => (person === 'stranger' ? null : scene.cast[person])

  async function call(example: Example, person: Person, study: Target) {
    const caller = callerOf(person)
    return scene.api.request(await example.request(scene, study, caller), caller ?? undefined)
  }

  for (const endpoint of allEndpoints) {
    const example = examples[nameOf(endpoint)]
    for (const person of people) {
      it(`${nameOf(endpoint)} as ${person}`, async () => {
        if (!example) throw new Error('this endpoint has no example: add one to the table above')
        const response = await call(example, person, scene.study)
        const outcome = expected(endpoint, example, person, callerOf(person)?.role ?? null)
        expect({ status: response.statusCode, code: codeOf(response) }).toEqual({ code: undefined, ...outcome })
      })
    }

    if (endpoint.scope !== 'study') continue
    it(`${nameOf(endpoint)}: a hidden study looks like none`, async () => {
      if (!example) throw new Error('this endpoint has no example')
      for (const person of ['staffB', 'otherDoctor'] as const) {
        const [hidden, missing] = [await call(example, person, scene.study), await call(example, person, scene.missing)]
        expect(hidden.statusCode).toBe(missing.statusCode)
        expect(hidden.body).toBe(missing.body)
      }
    })
  }

  it('every route of the server is in the endpoint table', () => {
    const listed = new Set(allEndpoints.map(nameOf))
    const served = scene.api.routes.filter((route) => !/^(HEAD|OPTIONS) |^GET \/api\/docs/.test(route))
    expect(served.filter((route) => !listed.has(route))).toEqual([])
    expect([...listed].filter((name) => !served.includes(name))).toEqual([])
  })

  it('a generated password opens nothing but its own change', async () => {
    const generated = await createActor(scene.api.db, await createUser(scene.api.db, 'admin', { mustChangePassword: true }))
    const closed = allEndpoints.filter(({ access, path }) => access !== 'public' && !path.startsWith('/ws/'))
    for (const endpoint of closed) {
      const example = examples[nameOf(endpoint)]
      if (!example) continue
      const { statusCode, json } = await scene.api.request(await example.request(scene, scene.study, null), generated)
      const refused = statusCode === 403 && json().code === 'PASSWORD_CHANGE_REQUIRED'
      expect(`${nameOf(endpoint)} ${refused}`).toBe(`${nameOf(endpoint)} ${!endpoint.duringPasswordChange}`)
    }
    const open = closed.filter(({ duringPasswordChange }) => duringPasswordChange).map(({ path }) => path)
    expect(open.sort()).toEqual(['/api/auth/refresh-token', '/auth/change-password', '/auth/profile'])
  })

  it('an ended session is a stranger everywhere', async () => {
    const ended = { ...scene.cast.admin, tokenId: randomUUID() }
    for (const endpoint of allEndpoints.filter(({ access, path }) => access !== 'public' && !path.startsWith('/ws/'))) {
      const example = examples[nameOf(endpoint)]
      if (!example) continue
      const response = await scene.api.request(await example.request(scene, scene.study, null), ended)
      expect(`${nameOf(endpoint)} ${response.statusCode}`).toBe(`${nameOf(endpoint)} 401`)
    }
  })
})

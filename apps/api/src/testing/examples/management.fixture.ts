import { randomUUID } from 'node:crypto'
import { deadLetters } from '@readroom/db/operations/dead-letters.schema'
import { labStaff } from '@readroom/db/people/labs.schema'
import { findPresence } from '@readroom/db/people/presence'
import { noteDamage } from '@readroom/db/studies/damage'
import { intakeFailures } from '@readroom/db/studies/intake/intake-failures.schema'
import { refusals } from '@readroom/db/studies/refusals.schema'
import {
  createActor,
  createDoctor,
  createLab,
  createStudy,
  createUser,
  newOrthancId,
  newUid,
} from '@readroom/db/testing/factories'
import { createShiftFeed } from '@readroom/domain/people/shift-feeds'
import { call, type Examples, form, get, newEmail, post, type Scene, traced } from './example.fixture.ts'

const addressesTold = ['job email-notice.send', 'job email-notice.send']

const onUser = (method: 'POST' | 'PUT', action: string, payload: object, leaves: readonly string[]) =>
  traced('ADMIN', { leaves }, async ({ api }) => {
    const { userId } = await createActor(api.db, await createUser(api.db, 'lab_staff'))
    return { method, url: `/api/admin/users/${userId}/${action}`, payload }
  })

async function newLetter({ api }: Scene): Promise<string> {
  const failed = { name: 'dispatch.send', payload: { v: 1, batchId: randomUUID() }, reason: 'OrthancDown: no answer' }
  const letter = { source: 'job', ...failed, fingerprint: randomUUID() } as const
  const [row] = await api.db.insert(deadLetters).values(letter).returning()
  return row?.id ?? ''
}

async function newRefusal({ api }: Scene): Promise<string> {
  const at = new Date()
  const refusal = { studyInstanceUid: newUid(), callingAeTitle: 'CT1', reason: 'no-room', firstAt: at, lastAt: at }
  const [row] = await api.db.insert(refusals).values(refusal).returning()
  return row?.id ?? ''
}

/** Makes a laboratory with a signed-in staff account. */
async function staffedLab({ api: { db } }: Scene) {
  const lab = await createLab(db)
  const { userId } = await createActor(db, await createUser(db, 'lab_staff'))
  await db.insert(labStaff).values({ userId, labId: lab.id })
  return lab
}
/** Makes a signed-in staff account and a second laboratory to move it to. */
async function movedStaff(scene: Scene) {
  const { db } = scene.api
  const lab = await createLab(db)
  const { userId } = await createActor(db, await createUser(db, 'lab_staff'))
  await db.insert(labStaff).values({ userId, labId: lab.id })
  return { userId, labId: (await createLab(db)).id }
}
async function signedInDoctor({ api: { db } }: Scene): Promise<string> {
  const { user, doctor } = await createDoctor(db)
  await createActor(db, user)
  return doctor.id
}

const profile = () => ({
  username: `h.marsh.${randomUUID()}`,
  email: newEmail(),
  fullName: 'Helen Marsh',
  specialization: 'Neuroradiology',
  licenseNumber: 'GMC-1',
})

const shifts = {
  timeZone: 'Europe/Berlin',
  shifts: [{ weekday: 'Monday', from: '08:00', to: '16:00' }],
  absences: [{ from: '2199-12-24', to: '2199-12-26', reason: 'SECRET-1' }],
}

const peopleFile = () => ({
  people: new File(
    [`role,fullName,email,specialization,licenseNumber\ndoctor,Helen Marsh,${newEmail()},CT,GMC-1\n`],
    'people.csv',
  ),
})

export const managementExamples: Examples = {
  'POST /api/admin/labs/:labId/staff': traced(
    'ADMIN',
    { leaves: ['audit user.created', 'job password.issue'] },
    async ({ api }) => ({
      method: 'POST',
      url: `/api/admin/labs/${(await createLab(api.db)).id}/staff`,
      payload: { fullName: 'Second Member', email: newEmail(), username: randomUUID() },
    }),
  ),
  'PUT /api/admin/users/:userId': traced(
    'ADMIN',
    { leaves: ['audit user.updated', 'audit user.moved', ...addressesTold, 'live sessions.revoked'] },
    async (scene) => {
      const { userId, labId } = await movedStaff(scene)
      const payload = { fullName: 'Under another name', email: newEmail(), username: randomUUID(), labId }
      return { method: 'PUT', url: `/api/admin/users/${userId}`, payload }
    },
  ),
  'DELETE /api/admin/users/:userId': traced(
    'ADMIN',
    { leaves: ['audit user.deleted', 'live sessions.revoked'] },
    async ({ api }) => {
      const { userId } = await createActor(api.db, await createUser(api.db, 'admin'))
      return { method: 'DELETE', url: `/api/admin/users/${userId}` }
    },
  ),
  'GET /api/admin/users/:userId/sign-ins': traced('ADMIN', { leaves: ['audit sign_ins.viewed'] }, ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/users/${cast.staffA.userId}/sign-ins`,
  })),
  'POST /api/admin/people/import/check': traced('ADMIN', { leaves: [], unaudited: 'it changes nothing' }, () =>
    form('POST', '/api/admin/people/import/check', peopleFile()),
  ),
  'POST /api/admin/people/import': traced(
    'ADMIN',
    { leaves: ['audit doctor.created', 'audit people.imported', 'job password.issue'] },
    () => form('POST', '/api/admin/people/import', peopleFile()),
  ),
  'GET /api/doctor/profile': get('DOCTOR', '/api/doctor/profile'),
  'GET /api/doctor/profile/signature': get('DOCTOR', '/api/doctor/profile/signature', {
    allowed: { status: 404, code: 'DOCTOR_NOT_FOUND' },
  }),
  'PUT /api/doctor/profile': traced('DOCTOR', { leaves: ['audit profile.updated'] }, () =>
    form('PUT', '/api/doctor/profile', { languages: 'English, Hindi' }),
  ),
  'GET /api/doctor/presence': get('DOCTOR', '/api/doctor/presence'),
  'PUT /api/doctor/presence': traced('DOCTOR', { leaves: ['audit presence.changed'] }, async ({ api }, _study, caller) => ({
    method: 'PUT',
    url: '/api/doctor/presence',
    payload: { ...shifts, version: caller?.doctorId ? ((await findPresence(api.db, caller.doctorId))?.version ?? 0) : 0 },
  })),
  'GET /api/admin/doctors/presence/:doctorId': call('ADMIN', ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/doctors/presence/${cast.assignedDoctor.doctorId}`,
  })),
  'GET /api/admin/presence/week': get('ADMIN', '/api/admin/presence/week?day=2026-11-25'),
  'GET /api/admin/presence/away': get('ADMIN', '/api/admin/presence/away'),
  'PUT /api/admin/doctors/presence/:doctorId': traced('ADMIN', { leaves: ['audit presence.changed'] }, async (scene) => ({
    method: 'PUT',
    url: `/api/admin/doctors/presence/${await signedInDoctor(scene)}`,
    payload: { ...shifts, version: 0 },
  })),
  'GET /api/shift-feed': get('WRITER', '/api/shift-feed'),
  'POST /api/shift-feed': traced('WRITER', { leaves: ['audit shift_feed.created'] }, () => ({
    method: 'POST',
    url: '/api/shift-feed',
  })),
  'DELETE /api/shift-feed': traced('WRITER', { leaves: ['audit shift_feed.removed'] }, async ({ api }, _study, caller) => {
    if (caller) await api.db.transaction((tx) => createShiftFeed(tx, caller))
    return { method: 'DELETE', url: '/api/shift-feed' }
  }),
  'GET /api/calendars/:token/shifts.ics': call('PUBLIC', async ({ api, cast }) => {
    const token = await api.db.transaction((tx) => createShiftFeed(tx, cast.assignedDoctor))
    return { method: 'GET', url: `/api/calendars/${token}/shifts.ics` }
  }),
  'POST /api/admin/admins/register': post(
    'ADMIN',
    '/api/admin/admins/register',
    () => ({
      fullName: 'Another Administrator',
      email: newEmail(),
      password: 'a fine password',
    }),
    { leaves: ['audit user.created'] },
  ),
  'GET /api/admin/users/list': get('ADMIN', '/api/admin/users/list'),
  'POST /api/admin/users/:userId/end-sessions': onUser('POST', 'end-sessions', {}, [
    'audit sessions.ended',
    'live sessions.revoked',
  ]),
  'POST /api/admin/users/:userId/send-password': onUser('POST', 'send-password', {}, [
    'audit password.sent',
    'job password.issue',
    'live sessions.revoked',
  ]),
  'PUT /api/admin/users/:userId/active': onUser('PUT', 'active', { isActive: false }, [
    'audit user.deactivated',
    'live sessions.revoked',
  ]),
  'GET /api/admin/audit': get('ADMIN', '/api/admin/audit?kind=change', { leaves: ['audit audit.viewed'] }),
  'GET /api/admin/audit/export': get('ADMIN', '/api/admin/audit/export', { leaves: ['audit audit.exported'] }),
  'GET /api/admin/audit/check': get('ADMIN', '/api/admin/audit/check'),
  'POST /api/admin/audit/check': post('ADMIN', '/api/admin/audit/check', () => ({}), {
    leaves: ['audit audit.checked', 'job audit.verify'],
  }),
  'GET /api/admin/system/state': get('ADMIN', '/api/admin/system/state'),
  'GET /api/admin/system/intake': get('ADMIN', '/api/admin/system/intake'),
  'POST /api/admin/system/test-mail': post('ADMIN', '/api/admin/system/test-mail', () => ({}), {
    leaves: ['audit mail.tested', 'job test-mail.send'],
  }),
  'GET /api/admin/first-steps': get('ADMIN', '/api/admin/first-steps'),
  'POST /api/admin/first-steps/dismiss': post('ADMIN', '/api/admin/first-steps/dismiss', () => ({}), {
    leaves: ['audit first_steps.dismissed'],
  }),
  'GET /api/admin/settings': get('ADMIN', '/api/admin/settings'),
  'PUT /api/admin/settings': traced('ADMIN', { leaves: ['audit setting.changed'] }, async () => ({
    method: 'PUT',
    url: '/api/admin/settings',
    payload: { values: { idleMinutes: 119 }, reset: ['zipExpiresDays'] },
  })),
  'POST /api/admin/settings/preview': post(
    'ADMIN',
    '/api/admin/settings/preview',
    () => ({
      values: { secondFactorRoles: ['admin'] },
      reset: [],
    }),
    { leaves: [], unaudited: 'it changes nothing' },
  ),
  'GET /api/admin/dead-letters': get('ADMIN', '/api/admin/dead-letters'),
  'POST /api/admin/dead-letters/:deadLetterId/retry': traced(
    'ADMIN',
    { leaves: ['audit dead_letter.retried', 'job dispatch.send'] },
    async (scene) => ({
      method: 'POST',
      url: `/api/admin/dead-letters/${await newLetter(scene)}/retry`,
    }),
  ),
  'DELETE /api/admin/dead-letters/:deadLetterId': traced('ADMIN', { leaves: ['audit dead_letter.dismissed'] }, async (scene) => ({
    method: 'DELETE',
    url: `/api/admin/dead-letters/${await newLetter(scene)}`,
  })),
  'POST /api/admin/labs/register': post(
    'ADMIN',
    '/api/admin/labs/register',
    () => ({
      labName: 'A laboratory',
      labIdentifier: randomUUID().slice(0, 13),
      staffUsername: randomUUID(),
      staffEmail: newEmail(),
      staffFullName: 'Member of Staff',
    }),
    { leaves: ['audit lab.created', 'audit user.created', 'job password.issue'] },
  ),
  'GET /api/admin/workload': get('ADMIN', '/api/admin/workload'),
  'GET /api/admin/workload/balance': get('ADMIN', '/api/admin/workload/balance'),
  'GET /api/admin/workload/forecast': get('ADMIN', '/api/admin/workload/forecast'),
  'GET /api/doctor/workload': get('DOCTOR', '/api/doctor/workload'),
  'GET /api/admin/labs/list': get('ADMIN', '/api/admin/labs/list'),
  'GET /api/admin/labs/details/:labId': call('ADMIN', ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/labs/details/${cast.labA.id}`,
  })),
  'GET /api/admin/labs/connection/:labId': call('ADMIN', ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/labs/connection/${cast.labA.id}`,
  })),
  'PUT /api/admin/labs/update/:labId': traced(
    'ADMIN',
    { leaves: ['audit lab.updated', 'live sessions.revoked'] },
    async (scene) => {
      const { id, identifier } = await staffedLab(scene)
      const payload = { name: 'Under another name', identifier, isActive: false }
      return { method: 'PUT', url: `/api/admin/labs/update/${id}`, payload }
    },
  ),
  'DELETE /api/admin/labs/delete/:labId': traced(
    'ADMIN',
    { leaves: ['audit user.deleted', 'audit lab.deleted', 'live sessions.revoked'] },
    async (scene) => ({
      method: 'DELETE',
      url: `/api/admin/labs/delete/${(await staffedLab(scene)).id}`,
    }),
  ),
  'POST /api/admin/labs/:labId/claim-studies': traced(
    'ADMIN',
    { leaves: ['audit study.located', 'live study.changed'] },
    async ({ api, cast }) => {
      const aeTitle = randomUUID().slice(0, 8).toUpperCase()
      await createStudy(api.db, { callingAeTitle: aeTitle })
      return { method: 'POST', url: `/api/admin/labs/${cast.labA.id}/claim-studies`, payload: { aeTitle } }
    },
  ),
  'GET /api/admin/intake/failures': get('ADMIN', '/api/admin/intake/failures'),
  'POST /api/admin/intake/failures/:orthancId/retry': traced('ADMIN', { leaves: ['audit intake.retried'] }, async ({ api }) => {
    const orthancId = newOrthancId()
    await api.db.insert(intakeFailures).values({ orthancId, reason: 'odd', nextAttemptAt: new Date('2100-01-01') })
    return { method: 'POST', url: `/api/admin/intake/failures/${orthancId}/retry` }
  }),
  'POST /api/admin/studies/:studyId/discard-damaged': traced(
    'ADMIN',
    { leaves: ['audit images.discarded', 'job damage.discard'] },
    async ({ api }, { _id }) => {
      await api.db.transaction((tx) => noteDamage(tx, _id, [newOrthancId()]))
      return { method: 'POST', url: `/api/admin/studies/${_id}/discard-damaged`, payload: {} }
    },
  ),
  'GET /api/admin/refusals': get('ADMIN', '/api/admin/refusals'),
  'DELETE /api/admin/refusals/:refusalId': traced('ADMIN', { leaves: ['audit refusal.dismissed'] }, async (scene) => ({
    method: 'DELETE',
    url: `/api/admin/refusals/${await newRefusal(scene)}`,
  })),
  'GET /api/admin/system/backup': get('ADMIN', '/api/admin/system/backup'),
  'GET /api/admin/system/archive': get('ADMIN', '/api/admin/system/archive'),
  'GET /api/admin/doctors': get('ADMIN', '/api/admin/doctors?status=active'),
  'GET /api/admin/doctors/:doctorId': call('ADMIN', ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/doctors/${cast.assignedDoctor.doctorId}`,
  })),
  'POST /api/admin/doctors/register': traced('ADMIN', { leaves: ['audit doctor.created', 'job password.issue'] }, () =>
    form('POST', '/api/admin/doctors/register', profile()),
  ),
  'GET /api/admin/doctors/list': get('ADMIN', '/api/admin/doctors/list'),
  'GET /api/admin/doctors/details/:doctorId': call('ADMIN', ({ cast }) => ({
    method: 'GET',
    url: `/api/admin/doctors/details/${cast.assignedDoctor.doctorId}`,
  })),
  'GET /api/admin/doctors/signature/:doctorId': call(
    'ADMIN',
    ({ cast }) => ({ method: 'GET', url: `/api/admin/doctors/signature/${cast.assignedDoctor.doctorId}` }),
    { allowed: { status: 404, code: 'DOCTOR_NOT_FOUND' } },
  ),
  'PUT /api/admin/doctors/update/:doctorId': traced(
    'ADMIN',
    { leaves: ['audit doctor.updated', 'live sessions.revoked', ...addressesTold] },
    async (scene) => form('PUT', `/api/admin/doctors/update/${await signedInDoctor(scene)}`, { ...profile(), isActive: 'false' }),
  ),
  'DELETE /api/admin/doctors/delete/:doctorId': traced(
    'ADMIN',
    { leaves: ['audit doctor.deleted', 'live sessions.revoked'] },
    async (scene) => ({
      method: 'DELETE',
      url: `/api/admin/doctors/delete/${await signedInDoctor(scene)}`,
    }),
  ),
}

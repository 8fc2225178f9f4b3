import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { exchangeResetCode, storeReset, storeResetCode } from '@readroom/db/access/password-resets'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { createTicket } from '@readroom/db/access/tickets'
import { newSecret } from '@readroom/db/core/secrets'
import { findUser } from '@readroom/db/people/users'
import { createActor, createUser } from '@readroom/db/testing/factories'
import {
  type AccessClass,
  type Caller,
  call,
  type Example,
  type Examples,
  get,
  newEmail,
  post,
  type Scene,
  traced,
  whatItOpens,
} from './example.fixture.ts'

const password = 'a fine password'
const otp = '493817'

const codeSent = ['audit recovery.requested', 'job otp.send']

/** Opens another session of the same user, or of a new one. */
async function otherSession({ api }: Scene, caller: Caller | null): Promise<Caller> {
  const user = caller && (await findUser(api.db, caller.userId))
  return createActor(api.db, user ?? (await createUser(api.db, 'lab_staff')))
}

const bearer = ({ api }: Scene, session: Caller) => ({ authorization: `Bearer ${api.token(session)}` })

/** Makes a signed-in user who was mailed a recovery code. */
async function startedRecovery({ api: { db } }: Scene) {
  const { email } = await createActor(db, await createUser(db, 'lab_staff'))
  const reset = await storeReset(db, email)
  if (!('id' in reset)) throw new Error('the recovery was not stored')
  const codeHash = await hash(otp)
  await storeResetCode(db, reset.id, reset.sentAt, codeHash)
  return { email, resetId: reset.id, codeHash }
}

const socket = (of: AccessClass, url: string): Example =>
  call(
    of,
    async ({ api }, _study, caller) => {
      const token = caller ? await createTicket(api.db, { purpose: 'ws', sessionId: caller.sessionId, studyId: null }) : 'none'
      return { method: 'GET', url: `${url}?token=${token}` }
    },
    // Admitted, but the request is no upgrade.
    { allowed: { status: 400, code: 'BAD_REQUEST' } },
  )

export const accountExamples: Examples = {
  'POST /api/auth/login': traced('PUBLIC', { leaves: ['audit login.succeeded'] }, async ({ api }) => {
    const { email } = await createUser(api.db, 'lab_staff', { passwordHash: await hash(password) })
    return { method: 'POST', url: '/api/auth/login', payload: { email, password } }
  }),
  'POST /api/auth/logout': traced('PUBLIC', { leaves: ['audit logout', 'live sessions.revoked'] }, async (scene) => ({
    method: 'POST',
    url: '/api/auth/logout',
    headers: bearer(scene, await otherSession(scene, null)),
  })),
  'POST /api/auth/refresh-token': traced(
    'SELF',
    { leaves: [], unaudited: 'the session goes on; its beginning and its end are audited' },
    async (scene, _study, caller) => ({
      method: 'POST',
      url: '/api/auth/refresh-token',
      ...(caller && { headers: bearer(scene, await otherSession(scene, caller)) }),
    }),
  ),
  'GET /auth/profile': get('SELF', '/auth/profile'),
  'POST /auth/change-password': traced(
    'SELF',
    { leaves: ['audit password.changed', 'job password-notice.send', 'live sessions.revoked'] },
    async ({ api }, _study, caller) => {
      if (caller) await storeOwnPassword(api.db, caller.userId, await hash('the old one'))
      const payload = { oldPassword: 'the old one', newPassword: password, confirmPassword: password }
      return { method: 'POST', url: '/auth/change-password', payload }
    },
  ),
  'POST /api/forgot-password/send-otp': post('PUBLIC', '/api/forgot-password/send-otp', () => ({ email: newEmail() }), {
    leaves: codeSent,
  }),
  'POST /api/forgot-password/resend-otp': post('PUBLIC', '/api/forgot-password/resend-otp', () => ({ email: newEmail() }), {
    leaves: codeSent,
  }),
  'POST /api/forgot-password/verify-otp': traced('PUBLIC', { leaves: ['audit recovery.verified'] }, async (scene) => {
    const { email } = await startedRecovery(scene)
    return { method: 'POST', url: '/api/forgot-password/verify-otp', payload: { email, otp } }
  }),
  'POST /api/forgot-password/reset-password': traced(
    'PUBLIC',
    { leaves: ['audit password.reset', 'job password-notice.send', 'live sessions.revoked'] },
    async (scene) => {
      const { email, resetId, codeHash } = await startedRecovery(scene)
      const resetToken = newSecret()
      await exchangeResetCode(scene.api.db, resetId, codeHash, resetToken)
      const payload = { email, resetToken, newPassword: password, confirmPassword: password }
      return { method: 'POST', url: '/api/forgot-password/reset-password', payload }
    },
  ),
  'GET /api/auth/session': get('SELF', '/api/auth/session'),
  'GET /api/auth/sessions': get('SELF', '/api/auth/sessions'),
  'DELETE /api/auth/sessions': traced(
    'SELF',
    { leaves: ['audit sessions.ended', 'live sessions.revoked'] },
    async (scene, _study, caller) => {
      if (caller) await otherSession(scene, caller)
      return { method: 'DELETE', url: '/api/auth/sessions' }
    },
  ),
  'DELETE /api/auth/sessions/:sessionId': traced(
    'SELF',
    { leaves: ['audit session.ended', 'live sessions.revoked'] },
    async (scene, _study, caller) => {
      const id = caller ? (await otherSession(scene, caller)).sessionId : randomUUID()
      return { method: 'DELETE', url: `/api/auth/sessions/${id}` }
    },
  ),
  'GET /api/auth/sign-ins': get('SELF', '/api/auth/sign-ins'),
  'POST /api/auth/tickets': traced('OBJECT', { leaves: [], unaudited: whatItOpens }, (_scene, { _id }) => ({
    method: 'POST',
    url: '/api/auth/tickets',
    payload: { purpose: 'viewer', studyId: _id },
  })),
  'GET /ws/admin': socket('ADMIN', '/ws/admin'),
  'GET /ws/lab': socket('LAB', '/ws/lab'),
  'GET /ws/doctor': socket('DOCTOR', '/ws/doctor'),
  'GET /api/settings': get('PUBLIC', '/api/settings'),
  'GET /healthz': get('PUBLIC', '/healthz'),
  'GET /readyz': get('PUBLIC', '/readyz'),
}

import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { deleteSecondFactors, storePendingTotp } from '@readroom/db/access/second-factors'
import { createChallenge } from '@readroom/db/access/sign-in-challenges'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { TOTP } from 'otpauth'
import { createSeal } from '../../access/security/seal.ts'
import { newTotpSecret } from '../../access/security/totp.ts'
import { createAuthenticator } from '../authenticator.fixture.ts'
import { enrolWithApp, enrolWithPasskey } from '../second-factor.fixture.ts'
import { type Caller, type Examples, get, post, type Scene, traced } from './example.fixture.ts'

const password = 'a fine password'
const webauthnChallenge = 'c29tZXRoaW5nIHRvIHNpZ24'

const firstFactor = ['audit second_factor.added', 'job second-factor-notice.send', 'live sessions.revoked']
const factorRemoved = ['audit second_factor.removed', 'job second-factor-notice.send']
const noProvider = 'these tests have no OpenID provider: provider-sign-in.test.ts'
const notInUseYet = 'nothing is in use before it is confirmed, which is audited'

/** Gives the caller this password and no second factor. Returns a secret that waits for its first code. */
async function bare({ api: { db, config } }: Scene, caller: Caller | null): Promise<string> {
  const secret = newTotpSecret()
  if (!caller) return secret
  await storeOwnPassword(db, caller.userId, await hash(password))
  await deleteSecondFactors(db, caller.userId)
  await storePendingTotp(db, caller.userId, await createSeal(config).close(secret))
  return secret
}

/** Opens another session of the caller, which the first second factor ends. */
const openAnother = async ({ api: { db } }: Scene, { userId }: Caller) =>
  createActor(db, { ...(await createUser(db, 'lab_staff')), id: userId })

/** Returns password and code of the caller, with an authenticator app and a passkey set up. */
async function proof(scene: Scene, caller: Caller | null) {
  await bare(scene, caller)
  if (!caller) return { payload: { password, code: '000000' }, passkeyId: 'none' }
  const { codeAt } = await enrolWithApp(scene.api, caller.userId)
  const { credentialId } = await enrolWithPasskey(scene.api, caller.userId)
  return { payload: { password, code: codeAt(0) }, passkeyId: credentialId }
}

const own = (url: string, leaves: readonly string[]) =>
  traced('SELF', { leaves }, async (scene, _study, caller) => ({
    method: 'POST',
    url,
    payload: (await proof(scene, caller)).payload,
  }))

const begin = (url: string) =>
  traced('SELF', { leaves: [], unaudited: notInUseYet }, async (scene, _study, caller) => {
    await bare(scene, caller)
    return { method: 'POST', url, payload: { password } }
  })

export const secondFactorExamples: Examples = {
  'POST /api/auth/second-step/code': traced('PUBLIC', { leaves: ['audit login.succeeded'] }, async ({ api }) => {
    const { id } = await createUser(api.db, 'lab_staff')
    const { codeAt } = await enrolWithApp(api, id)
    const challenge = await createChallenge(api.db, { purpose: 'second-step', userId: id })
    return { method: 'POST', url: '/api/auth/second-step/code', payload: { challenge, code: codeAt(0) } }
  }),
  'POST /api/auth/passkey/options': post('PUBLIC', '/api/auth/passkey/options', () => ({}), {
    leaves: [],
    unaudited: notInUseYet,
  }),
  'POST /api/auth/passkey/sign-in': traced('PUBLIC', { leaves: ['audit login.succeeded'] }, async ({ api }) => {
    const { id } = await createUser(api.db, 'lab_staff')
    const { authenticator } = await enrolWithPasskey(api, id)
    const challenge = await createChallenge(api.db, { purpose: 'passkey-sign-in', userId: null, webauthnChallenge })
    const credential = authenticator.sign({ challenge: webauthnChallenge })
    return { method: 'POST', url: '/api/auth/passkey/sign-in', payload: { challenge, credential } }
  }),
  'GET /api/auth/provider/start': get('PUBLIC', '/api/auth/provider/start', {
    leaves: [],
    unaudited: noProvider,
    allowed: { status: 404, code: 'NOT_FOUND' },
  }),
  'GET /api/auth/provider/return': get('PUBLIC', '/api/auth/provider/return', {
    leaves: [],
    unaudited: noProvider,
    allowed: { status: 404, code: 'NOT_FOUND' },
  }),
  'POST /api/auth/provider/finish': post('PUBLIC', '/api/auth/provider/finish', () => ({}), {
    leaves: [],
    unaudited: noProvider,
    allowed: { status: 400, code: 'SIGN_IN_EXPIRED' },
  }),
  'PUT /api/admin/users/:userId/provider-link': traced(
    'ADMIN',
    { leaves: [], unaudited: noProvider },
    () => ({ method: 'PUT', url: `/api/admin/users/${randomUUID()}/provider-link`, payload: { isAllowed: true } }),
    { allowed: { status: 409, code: 'PROVIDER_NOT_CONFIGURED' } },
  ),
  'GET /api/account/second-factor': get('SELF', '/api/account/second-factor'),
  'POST /api/account/authenticator': begin('/api/account/authenticator'),
  'POST /api/account/authenticator/confirm': traced('SELF', { leaves: firstFactor }, async (scene, _study, caller) => {
    const secret = await bare(scene, caller)
    if (caller) await openAnother(scene, caller)
    const payload = { code: new TOTP({ secret }).generate() }
    return { method: 'POST', url: '/api/account/authenticator/confirm', payload }
  }),
  'POST /api/account/authenticator/remove': own('/api/account/authenticator/remove', factorRemoved),
  'POST /api/account/recovery-codes': own('/api/account/recovery-codes', ['audit recovery_codes.made']),
  'POST /api/account/passkeys/options': begin('/api/account/passkeys/options'),
  'POST /api/account/passkeys': traced('SELF', { leaves: firstFactor }, async (scene, _study, caller) => {
    await bare(scene, caller)
    if (caller) await openAnother(scene, caller)
    const begun = { purpose: 'passkey-registration', userId: caller?.userId ?? null, webauthnChallenge } as const
    const challenge = await createChallenge(scene.api.db, begun)
    const credential = createAuthenticator().create({ challenge: webauthnChallenge })
    return { method: 'POST', url: '/api/account/passkeys', payload: { challenge, name: 'Key ring', credential } }
  }),
  'POST /api/account/passkeys/:passkeyId/remove': traced('SELF', { leaves: factorRemoved }, async (scene, _study, caller) => {
    const { payload, passkeyId } = await proof(scene, caller)
    return { method: 'POST', url: `/api/account/passkeys/${passkeyId}/remove`, payload }
  }),
  'POST /api/admin/users/:userId/reset-second-factor': traced(
    'ADMIN',
    { leaves: ['audit second_factor.reset', 'live sessions.revoked', 'job second-factor-notice.send'] },
    async ({ api }, _study, caller) => {
      const user = caller ? await createUser(api.db, 'lab_staff') : { id: randomUUID() }
      if (caller) await createActor(api.db, { ...(await createUser(api.db, 'lab_staff')), id: user.id })
      if (caller) await enrolWithApp(api, user.id)
      return { method: 'POST', url: `/api/admin/users/${user.id}/reset-second-factor` }
    },
  ),
}

import { hash } from '@node-rs/argon2'
import { passkeys } from '@readroom/db/access/second-factors.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createUser } from '@readroom/db/testing/factories'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator.fixture.ts'
import { enrolWithPasskey } from '../../testing/second-factor.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'

describe('passkey sign-in', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  const post = async (url: string, payload: object) => {
    const answer = await api.request({ method: 'POST', url, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const options = (challenge?: string) => post('/api/auth/passkey/options', { challenge })
  const signIn = (challenge: string, credential: object) => post('/api/auth/passkey/sign-in', { challenge, credential })

  async function person() {
    const user = await createUser(api.db, 'admin', { passwordHash: await hash(password) })
    const enrolled = await enrolWithPasskey(api, user.id)
    const login = async () => (await post('/api/auth/login', { email: user.email, password })).secondStep
    return { ...enrolled, ...user, login }
  }
  const sessionWorks = async (token: string) =>
    (await api.request({ method: 'GET', url: '/auth/profile', headers: { authorization: `Bearer ${token}` } })).statusCode

  it('needs no password and no email address: the passkey names its account', async () => {
    const { id, authenticator, credentialId } = await person()
    const { challenge, options: asked } = await options()
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked).not.toHaveProperty('allowCredentials')
    const { user, token } = await signIn(challenge, authenticator.sign(asked))
    expect(user).toMatchObject({ _id: id })
    expect(await sessionWorks(token)).toBe(200)
    const [row] = await api.db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
    expect(row).toMatchObject({ counter: 2, lastUsedAt: expect.any(Date) })
  })

  it('is the second factor after the password, for its own account only', async () => {
    const [mine, theirs] = [await person(), await person()]
    const first = await mine.login()
    expect(first.methods).toEqual(['passkey'])
    const asked = await options(first.challenge)
    expect(asked.options.allowCredentials).toMatchObject([{ id: mine.credentialId }])
    expect(await signIn(first.challenge, theirs.authenticator.sign(asked.options))).toMatchObject({ code: 'PASSKEY_INVALID' })
    const again = await options(first.challenge)
    expect(await signIn(first.challenge, mine.authenticator.sign(again.options))).toMatchObject({ user: { _id: mine.id } })
    expect(await options(first.challenge)).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
  })

  it.each([
    ['of another site', { origin: 'https://readroom.example.org' }],
    ['of another port of our host', { origin: 'http://localhost:9999' }],
    ['of another relying party', { rpId: 'readroom.example.org' }],
    ['without asking who it is', { isVerified: false }],
    ['of a copy, whose counter stands still', { counter: 1 }],
    ['that says it is of somebody else', { userHandle: 'somebody else' }],
  ])('refuses a signature %s', async (_, behaviour) => {
    const { id, authenticator } = await person()
    const { challenge, options: asked } = await options()
    expect(await signIn(challenge, authenticator.sign(asked, behaviour))).toMatchObject({ status: 400, code: 'PASSKEY_INVALID' })
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(desc(auditLog.id))
    expect(entry?.action).toBe('passkey.refused')
  })

  it('refuses a signature by another key, and one for another challenge', async () => {
    const { id, authenticator } = await person()
    const first = await options()
    const forged = { ...createAuthenticator({ userHandle: id }).sign(first.options), ...idOf(authenticator.sign(first.options)) }
    expect(await signIn(first.challenge, forged)).toMatchObject({ code: 'PASSKEY_INVALID' })
    const [one, other] = [await options(), await options()]
    expect(await signIn(one.challenge, authenticator.sign(other.options))).toMatchObject({ code: 'PASSKEY_INVALID' })
  })
  const idOf = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId })

  it('accepts a signature once', async () => {
    const { authenticator } = await person()
    const { challenge, options: asked } = await options()
    const credential = authenticator.sign(asked)
    const answers = await Promise.all([signIn(challenge, credential), signIn(challenge, credential)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await signIn(challenge, credential)).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
  })

  it('refuses a deactivated and a deleted account', async () => {
    const [off, gone] = [await person(), await person()]
    await api.asOwner(`update users set is_active = false where id = '${off.id}'`)
    await api.asOwner(`update users set is_active = false, deleted_at = now() where id = '${gone.id}'`)
    for (const [who, code] of [
      [off, 'ACCOUNT_INACTIVE'],
      [gone, 'PASSKEY_INVALID'],
    ] as const) {
      const { challenge, options: asked } = await options()
      expect(await signIn(challenge, who.authenticator.sign(asked))).toMatchObject({ code })
    }
  })
})

import { hash } from '@node-rs/argon2'
import { maxPasskeys } from '@readroom/contracts/access/second-factor'
import { noPassword } from '@readroom/db/access/passwords'
import { recoveryCodes } from '@readroom/db/access/second-factors.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { desc, eq } from 'drizzle-orm'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator.fixture.ts'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { enrolWithApp, enrolWithPasskey } from '../../testing/second-factor.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const password = 'a long enough password'

describe('second factor settings', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.asOwner(longerWaits)
  })
  afterAll(() => api.stop())

  async function person(fields = {}) {
    const user = await createUser(api.db, 'admin', { passwordHash: await hash(password), ...fields })
    const caller = await createActor(api.db, user)
    const post = async (path: string, payload: object = {}) =>
      (await api.request({ method: 'POST', url: `/api/account/${path}`, payload }, caller)).json()
    const read = async () => (await api.request({ method: 'GET', url: '/api/account/second-factor' }, caller)).json().data
    const login = async () =>
      (await api.request({ method: 'POST', url: '/api/auth/login', payload: { email: user.email, password } })).json()
    return { user, caller, post, read, login }
  }
  const auditOf = async (id: string) => {
    const [entry] = await api.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(desc(auditLog.id))
    return entry && { action: entry.action, details: entry.details }
  }
  const isSignedIn = async (caller: Parameters<TestApi['request']>[1]) =>
    (await api.request({ method: 'GET', url: '/auth/profile' }, caller)).statusCode === 200

  it('sets up an authenticator app after a first code, and returns ten recovery codes once', async () => {
    const { user, post, read, login } = await person()
    const { secret, uri } = await post('authenticator', { password })
    expect(uri).toBe(
      `otpauth://totp/Readroom:${encodeURIComponent(user.email)}?issuer=Readroom&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await read()).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 })
    expect((await login()).token).toEqual(expect.any(String))

    const totp = URI.parse(uri)
    expect(await post('authenticator/confirm', { code: '000000' })).toMatchObject({ code: 'SECOND_FACTOR_INVALID' })
    const confirmed = await post('authenticator/confirm', { code: totp.generate() })
    expect(new Set(confirmed.recoveryCodes).size).toBe(10)
    for (const code of confirmed.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await read()).toMatchObject({ hasAuthenticator: true, recoveryCodesLeft: 10, isRequired: false, hasPassword: true })
    expect((await login()).secondStep).toBeTruthy()
    expect(await auditOf(user.id)).toEqual({ action: 'login.first_step', details: {} })
    expect(await post('authenticator', { password })).toMatchObject({ code: 'AUTHENTICATOR_EXISTS' })
    expect(await post('authenticator/confirm', { code: totp.generate() })).toMatchObject({ code: 'AUTHENTICATOR_NOT_STARTED' })
  })

  it('ends the sessions that were opened without a second factor, except the one that set it up', async () => {
    const { user, caller, post } = await person()
    const other = await createActor(api.db, user)
    const { secret } = await post('authenticator', { password })
    await post('authenticator/confirm', { code: new TOTP({ secret }).generate() })
    expect([await isSignedIn(caller), await isSignedIn(other)]).toEqual([true, false])
  })

  it('asks for the password before setting up a factor, and for password and code before removing it', async () => {
    const { user, post, read } = await person()
    expect(await post('authenticator', { password: 'wrong' })).toMatchObject({ code: 'CURRENT_PASSWORD_INCORRECT' })
    expect(await post('authenticator')).toMatchObject({ code: 'CURRENT_PASSWORD_INCORRECT' })
    expect(await auditOf(user.id)).toMatchObject({ action: 'second_factor.refused' })
    const { codeAt, recovery } = await enrolWithApp(api, user.id)
    const { credentialId } = await enrolWithPasskey(api, user.id)
    for (const path of ['authenticator/remove', 'recovery-codes', `passkeys/${credentialId}/remove`]) {
      const { post: fresh } = await personAs(user)
      expect(await fresh(path, { password: 'wrong', code: codeAt(0) })).toMatchObject({ code: 'CURRENT_PASSWORD_INCORRECT' })
      await api.asOwner('delete from login_throttles')
      expect(await fresh(path, { password, code: '000000' })).toMatchObject({ code: 'SECOND_FACTOR_INVALID' })
      await api.asOwner('delete from login_throttles')
    }
    expect(await read()).toMatchObject({ hasAuthenticator: true, recoveryCodesLeft: 10, passkeys: [{ name: 'Key ring' }] })
    expect(await post('authenticator/remove', { password, code: codeAt(0) })).toMatchObject({ success: true })
    expect(await read()).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 10, passkeys: [{ name: 'Key ring' }] })
    expect(await post(`passkeys/${credentialId}/remove`, { password, code: recovery[0] })).toMatchObject({ success: true })
    expect(await read()).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0, passkeys: [] })
  })
  async function personAs(user: Awaited<ReturnType<typeof createUser>>) {
    const caller = await createActor(api.db, user)
    return {
      post: async (path: string, payload: object) =>
        (await api.request({ method: 'POST', url: `/api/account/${path}`, payload }, caller)).json(),
    }
  }

  it('slows down guessing', async () => {
    const { post } = await person()
    const codes: string[] = []
    for (let guess = 0; guess < 6; guess++) codes.push((await post('authenticator', { password: 'wrong' })).code)
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('CURRENT_PASSWORD_INCORRECT'))
    expect(codes.at(-1)).toBe('TOO_MANY_ATTEMPTS')
  })

  it('accepts a passkey made here, for this account, with user verification', async () => {
    const { user, post, read } = await person()
    const authenticator = createAuthenticator()
    const name = 'Key ring'
    for (const behaviour of [{ origin: 'https://elsewhere.example' }, { rpId: 'elsewhere.example' }, { isVerified: false }]) {
      const { challenge, options } = await post('passkeys/options', { password })
      expect(options).toMatchObject({ rp: { id: 'localhost' }, authenticatorSelection: { userVerification: 'required' } })
      const credential = authenticator.create(options, behaviour)
      expect(await post('passkeys', { challenge, name, credential })).toMatchObject({ code: 'PASSKEY_INVALID' })
    }
    const { challenge, options } = await post('passkeys/options', { password })
    const credential = authenticator.create(options)
    const stranger = await person()
    expect(await stranger.post('passkeys', { challenge, name, credential })).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
    expect((await post('passkeys', { challenge, name, credential })).recoveryCodes).toHaveLength(10)
    expect(await post('passkeys', { challenge, name, credential })).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
    expect(await read()).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name, isSynced: false, lastUsedAt: null }] })
    expect(await auditOf(user.id)).toEqual({ action: 'second_factor.added', details: { kind: 'passkey' } })

    const next = await stranger.post('passkeys/options', { password })
    const same = { challenge: next.challenge, name, credential: authenticator.create(next.options) }
    expect(await stranger.post('passkeys', same)).toMatchObject({ code: 'PASSKEY_TAKEN' })
  })

  it('allows at most twenty passkeys, even if several are added at once', async () => {
    const { user, post, read } = await person()
    for (let number = 2; number < maxPasskeys; number++) await enrolWithPasskey(api, user.id)
    const one = async () => {
      const { challenge, options } = await post('passkeys/options', { password })
      return { challenge, name: 'Another', credential: createAuthenticator().create(options) }
    }
    const made = [await one(), await one(), await one(), await one()]
    const answers = await Promise.all(made.map((passkey) => post('passkeys', passkey)))
    expect(answers.filter(({ code }) => code === 'TOO_MANY_PASSKEYS')).toHaveLength(2)
    expect((await read()).passkeys).toHaveLength(maxPasskeys)
  })

  it('replaces the recovery codes on request, and refuses the old ones', async () => {
    const { user, post } = await person()
    const { codeAt, recovery } = await enrolWithApp(api, user.id)
    const { recoveryCodes: made } = await post('recovery-codes', { password, code: codeAt(0) })
    expect(made).toHaveLength(10)
    expect(await post('recovery-codes', { password, code: recovery[0] })).toMatchObject({ code: 'SECOND_FACTOR_INVALID' })
    expect((await post('recovery-codes', { password, code: made[0] })).recoveryCodes).toHaveLength(10)
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10)
  })

  it('lets an account without a password set up a second factor', async () => {
    const { post, read } = await person({ passwordHash: noPassword })
    expect(await read()).toMatchObject({ hasPassword: false })
    expect((await post('authenticator')).secret).toEqual(expect.any(String))
  })

  it('lets an administrator reset the factor of another account, and ends its sessions and open sign-ins', async () => {
    const { user, caller, login, post } = await person()
    const administrator = await person()
    const { codeAt } = await enrolWithApp(api, user.id)
    await enrolWithPasskey(api, user.id)
    const { challenge } = (await login()).secondStep
    const reset = async (by: Awaited<ReturnType<typeof person>>) =>
      (await api.request({ method: 'POST', url: `/api/admin/users/${user.id}/reset-second-factor` }, by.caller)).json()
    expect(await reset({ user, caller, login, post, read: async () => null })).toMatchObject({ code: 'OWN_ACCOUNT' })
    expect(await reset(administrator)).toMatchObject({ success: true })
    expect(await reset(administrator)).toMatchObject({ code: 'SECOND_FACTOR_MISSING' })
    expect(await isSignedIn(caller)).toBe(false)
    const late = { method: 'POST' as const, url: '/api/auth/second-step/code', payload: { challenge, code: codeAt(0) } }
    expect((await api.request(late)).json().code).toBe('SIGN_IN_EXPIRED')
    expect((await login()).token).toEqual(expect.any(String))
  })
})

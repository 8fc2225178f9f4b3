import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { maxProviderSignIns } from '@readroom/db/access/provider-sign-ins'
import { providerIdentities, providerSignIns } from '@readroom/db/access/second-factors.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { labStaff } from '@readroom/db/people/labs.schema'
import { updateUser } from '@readroom/db/people/users'
import { createActor, createLab, createUser } from '@readroom/db/testing/factories'
import { type OpenidPerson, openidClient, startOpenidProvider } from '@readroom/local/services/openid-provider'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followTo, openBrowser, startTamperingProvider, type Tampering } from '../../testing/openid-provider.fixture.ts'
import { enrolWithApp } from '../../testing/second-factor.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const portal = 'http://localhost:8080'
const settings = {
  OIDC_CLIENT_ID: openidClient.id,
  OIDC_CLIENT_SECRET: openidClient.secret,
  OIDC_ROLE_CLAIM: 'roles',
  OIDC_ROLES: 'radiology-admins=admin,reporters=doctor_account,clerks=lab_staff',
  OIDC_LAB_CLAIM: 'lab',
  OIDC_NEW_ACCOUNTS: 'on',
}

const somebody = (fields: Partial<OpenidPerson> = {}): OpenidPerson => ({
  sub: randomUUID(),
  email: `${randomUUID()}@readroom.example`,
  email_verified: true,
  name: 'Grace Field',
  roles: ['radiology-admins'],
  ...fields,
})

describe('sign-in at an OpenID provider', () => {
  let provider: Awaited<ReturnType<typeof startOpenidProvider>>
  let api: TestApi
  beforeAll(async () => {
    provider = await startOpenidProvider()
    provider.trust(portal)
    api = await startTestApi({ env: { ...settings, OIDC_ISSUER: provider.origin } })
  })
  afterAll(async () => {
    await api.stop()
    await provider.stop()
  })

  async function signIn(person: OpenidPerson) {
    provider.signInNext(person)
    const browser = openBrowser(api)
    const answer = await followTo(portal, (await browser.begin()).href)
    const outcome = await browser.comeBack(answer)
    return { outcome, browser, answer, finished: outcome === '/login?provider=done' ? await browser.finish() : null }
  }
  const accountOf = async ({ email }: OpenidPerson) => (await api.db.select().from(users).where(eq(users.email, email)))[0]

  it('makes the account that the claims describe once, and knows it by issuer and subject afterwards', async () => {
    const person = somebody()
    const { finished } = await signIn(person)
    expect(finished).toMatchObject({ success: true, user: { email: person.email, role: 'admin', fullName: 'Grace Field' } })
    const profile = { method: 'GET' as const, url: '/auth/profile', headers: { authorization: `Bearer ${finished.token}` } }
    expect((await api.request(profile)).statusCode).toBe(200)
    const renamed = { ...person, email: `${randomUUID()}@elsewhere.example`, email_verified: false }
    expect((await signIn(renamed)).finished.user._id).toBe(finished.user._id)
    expect(await accountOf(renamed)).toBeUndefined()
  })

  it('makes staff accounts of the laboratory that a claim names, and of no other', async () => {
    const lab = await createLab(api.db)
    const clerk = somebody({ roles: ['clerks'], lab: lab.identifier.toLowerCase() })
    const { finished } = await signIn(clerk)
    expect(finished.user.role).toBe('lab_staff')
    const [row] = await api.db.select().from(labStaff).where(eq(labStaff.userId, finished.user._id))
    expect(row?.labId).toBe(lab.id)
    for (const wrong of [
      somebody({ roles: ['clerks'], lab: 'NOWHERE' }),
      somebody({ roles: ['clerks'] }),
      somebody({ roles: ['clerks', 'reporters'] }),
    ]) {
      expect((await signIn(wrong)).outcome).toBe('/login?provider=unknown')
      expect(await accountOf(wrong)).toBeUndefined()
    }
  })

  it("does not take over an account without a verified address or an administrator's permission", async () => {
    const user = await createUser(api.db, 'admin')
    const person = somebody({ email: user.email })
    expect((await signIn({ ...person, email_verified: false })).outcome).toBe('/login?provider=unverified')
    expect((await signIn(person)).outcome).toBe('/login?provider=not-allowed')
    await updateUser(api.db, user.id, { providerLinkAllowed: true })
    expect((await signIn({ ...person, email_verified: false })).outcome).toBe('/login?provider=unverified')
    expect(await api.db.$count(providerIdentities, eq(providerIdentities.userId, user.id))).toBe(0)
  })

  it('links an account once after an administrator allowed it', async () => {
    const user = await createUser(api.db, 'admin')
    const admin = await createActor(api.db, await createUser(api.db, 'admin'))
    const url = `/api/admin/users/${user.id}/provider-link`
    expect((await api.request({ method: 'PUT', url, payload: { isAllowed: true } }, admin)).statusCode).toBe(200)
    const person = somebody({ email: user.email.toUpperCase() })
    expect((await signIn(person)).finished.user._id).toBe(user.id)
    expect((await signIn(somebody({ email: user.email }))).outcome).toBe('/login?provider=not-allowed')
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, user.id)).orderBy(desc(auditLog.id))
    expect(entries.map(({ action }) => action)).toEqual(['provider_link.made', 'provider_link.allowed'])
  })

  it('makes no new account for a user who was removed, and links one that an administrator makes and allows', async () => {
    const admin = await createActor(api.db, await createUser(api.db, 'admin'))
    const person = somebody()
    const removed = (await signIn(person)).finished.user._id
    const answer = await api.request({ method: 'DELETE', url: `/api/admin/users/${removed}` }, admin)
    expect(answer.statusCode).toBe(200)
    expect((await signIn(person)).outcome).toBe('/login?provider=not-allowed')
    const again = await createUser(api.db, 'admin', { email: person.email })
    expect((await signIn(person)).outcome).toBe('/login?provider=not-allowed')
    await updateUser(api.db, again.id, { providerLinkAllowed: true })
    expect((await signIn(person)).finished.user._id).toBe(again.id)
  })

  it('refuses a user whose role at the provider has changed, and changes no role', async () => {
    const person = somebody()
    const { finished } = await signIn(person)
    expect((await signIn({ ...person, roles: ['reporters'] })).outcome).toBe('/login?provider=role')
    expect((await signIn({ ...person, roles: [] })).outcome).toBe('/login?provider=role')
    expect((await accountOf(person))?.role).toBe(finished.user.role)
  })

  it('asks for the second factor of the account', async () => {
    const person = somebody()
    const { finished } = await signIn(person)
    const { codeAt } = await enrolWithApp(api, finished.user._id)
    const { secondStep, token } = (await signIn(person)).finished
    expect(token).toBeUndefined()
    const payload = { challenge: secondStep.challenge, code: codeAt(0) }
    const second = await api.request({ method: 'POST', url: '/api/auth/second-step/code', payload })
    expect(second.json()).toMatchObject({ user: { _id: finished.user._id } })
  })

  it('refuses a deactivated account', async () => {
    const person = somebody()
    await signIn(person)
    await api.asOwner(`update users set is_active = false where email = '${person.email}'`)
    expect((await signIn(person)).finished.code).toBe('ACCOUNT_INACTIVE')
  })

  it('ends at the provider too', async () => {
    const { finished } = await signIn(somebody())
    const headers = { authorization: `Bearer ${finished.token}` }
    const { providerSignOut } = (await api.request({ method: 'POST', url: '/api/auth/logout', headers })).json()
    const end = new URL(providerSignOut)
    expect(end.origin).toBe(provider.origin)
    expect(end.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${portal}/login`)
    const user = await createUser(api.db, 'admin', { passwordHash: await hash('a long enough password') })
    const payload = { email: user.email, password: 'a long enough password' }
    const { token } = (await api.request({ method: 'POST', url: '/api/auth/login', payload })).json()
    const local = await api.request({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
    expect(local.json()).not.toHaveProperty('providerSignOut')
  })

  it('belongs to the browser that began it, and reads each answer once', async () => {
    const { answer, browser } = await signIn(somebody())
    expect(await browser.comeBack(answer)).toBe('/login?provider=failed')
    expect((await browser.finish()).code).toBe('SIGN_IN_EXPIRED')
    provider.signInNext(somebody())
    const [mine, theirs] = [openBrowser(api), openBrowser(api)]
    const led = await followTo(portal, (await mine.begin()).href)
    await theirs.begin()
    expect(await theirs.comeBack(led)).toBe('/login?provider=failed')
    expect(await openBrowser(api).comeBack(led)).toBe('/login?provider=failed')
    expect(await mine.comeBack(led)).toBe('/login?provider=done')
    expect((await theirs.finish()).code).toBe('SIGN_IN_EXPIRED')
  })

  it('refuses a wrong state, a used code, and a code begun with another verifier', async () => {
    provider.signInNext(somebody())
    const browser = openBrowser(api)
    const led = await followTo(portal, (await browser.begin()).href)
    const state = led.searchParams.get('state') ?? ''
    led.searchParams.set(
      'state',
      state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
    expect(await browser.comeBack(led)).toBe('/login?provider=failed')

    const other = openBrowser(api)
    const fresh = await other.begin()
    led.searchParams.set('state', fresh.searchParams.get('state') ?? '')
    expect(await other.comeBack(led)).toBe('/login?provider=failed')

    const { answer } = await signIn(somebody())
    const again = openBrowser(api)
    answer.searchParams.set('state', (await again.begin()).searchParams.get('state') ?? '')
    expect(await again.comeBack(answer)).toBe('/login?provider=failed')
  })

  it('begins with a PKCE challenge, and the provider accepts no code without its verifier', async () => {
    const at = await openBrowser(api).begin()
    expect(at.searchParams.get('code_challenge_method')).toBe('S256')
    expect(at.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    at.searchParams.delete('code_challenge')
    at.searchParams.delete('code_challenge_method')
    const led = await followTo(portal, at.href)
    expect(led.searchParams.get('error')).toBe('invalid_request')
  })
})

describe('ID token', () => {
  let provider: Awaited<ReturnType<typeof startTamperingProvider>>
  let api: TestApi
  beforeAll(async () => {
    provider = await startTamperingProvider()
    api = await startTestApi({ env: { ...settings, OIDC_ISSUER: provider.origin } })
  })
  afterAll(async () => {
    await api.stop()
    await provider.stop()
  })

  async function comeBackWith(wrong: Tampering, person = somebody()) {
    const browser = openBrowser(api)
    const { searchParams } = await browser.begin()
    provider.sayNext(person, searchParams.get('nonce') ?? '', wrong)
    return browser.comeBack({ search: `?code=x&state=${searchParams.get('state')}` })
  }

  it('is accepted if it is valid', async () => {
    expect(await comeBackWith({})).toBe('/login?provider=done')
  })

  it.each<[string, Tampering]>([
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://issuer.example.org' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['that is over', { claims: { exp: 1_000_000_000 } }],
    ['without a signature (alg none)', { isUnsigned: true }],
    ['signed with another key', { isForeignKey: true }],
  ])('%s is refused, and makes no account', async (_, wrong) => {
    const person = somebody()
    expect(await comeBackWith(wrong, person)).toBe('/login?provider=failed')
    expect(await api.db.$count(users, eq(users.email, person.email))).toBe(0)
  })

  it('is refused if `email_verified` is a string', async () => {
    expect(await comeBackWith({ claims: { email_verified: 'true' } })).toBe('/login?provider=failed')
  })

  it('leaves no more rows than the limit, however often it is begun', async () => {
    const fill = sql`insert into provider_sign_ins (hash, state, nonce, code_verifier, expires_at)
      select 'filled ' || n, '', '', '', now() + interval '1 minute' from generate_series(1, ${maxProviderSignIns + 50}) n`
    await api.db.execute(fill)
    const browser = openBrowser(api)
    const person = somebody()
    const { searchParams } = await browser.begin()
    expect(await api.db.$count(providerSignIns, isNull(providerSignIns.userId))).toBe(maxProviderSignIns)
    provider.sayNext(person, searchParams.get('nonce') ?? '', {})
    await browser.comeBack({ search: `?code=x&state=${searchParams.get('state')}` })
    expect(await browser.finish()).toMatchObject({ user: { email: person.email } })
    await api.db.delete(providerSignIns)
  })

  it.each([
    { amr: ['pwd', 'mfa'], replaces: true },
    { amr: ['otp', 'pwd'], replaces: true },
    { amr: ['otp'], replaces: false },
    { amr: ['face'], replaces: false },
    { amr: ['pwd', 'face'], replaces: false },
    { amr: [], replaces: false },
  ])('of a provider that says $amr replaces our second factor: $replaces', async ({ amr, replaces }) => {
    const person = somebody()
    await comeBackWith({}, person)
    const [{ id = '' } = {}] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, person.email))
    await enrolWithApp(api, id)
    const browser = openBrowser(api)
    const { searchParams } = await browser.begin()
    provider.sayNext(person, searchParams.get('nonce') ?? '', { claims: { amr } })
    await browser.comeBack({ search: `?code=x&state=${searchParams.get('state')}` })
    expect((await browser.finish()).user?._id === id).toBe(replaces)
  })
})

describe('without an OpenID provider', () => {
  it('the sign-in page has no provider button, and its routes do not exist', async () => {
    const api = await startTestApi()
    expect((await api.request({ method: 'GET', url: '/api/settings' })).json().providerLabel).toBeNull()
    expect((await api.request({ method: 'GET', url: '/api/auth/provider/start' })).statusCode).toBe(404)
    await api.stop()
  })
})

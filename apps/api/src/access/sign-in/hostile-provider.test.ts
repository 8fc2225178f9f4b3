import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { users } from '@readroom/db/access/accounts.schema'
import { eventually } from '@readroom/local/core/eventually'
import { type OpenidPerson, openidClient, startOpenidProvider } from '@readroom/local/services/openid-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followTo, openBrowser, startTamperingProvider, type Tampering } from '../../testing/openid-provider.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const settings = {
  OIDC_CLIENT_ID: openidClient.id,
  OIDC_CLIENT_SECRET: openidClient.secret,
  OIDC_ROLE_CLAIM: 'roles',
  OIDC_ROLES: 'radiology-admins=admin,clerks=lab_staff',
  OIDC_LAB_CLAIM: 'lab',
  OIDC_NEW_ACCOUNTS: 'on',
}
const somebody = (): OpenidPerson => ({
  sub: randomUUID(),
  email: `${randomUUID()}@readroom.example`,
  email_verified: true,
  name: 'Grace Field',
  roles: ['radiology-admins'],
})
const now = () => Math.floor(Date.now() / 1_000)
const long = 'a'.repeat(100_000)

/** An answer of 64 MB in 64 kB. */
function sendBomb(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json').setHeader('content-encoding', 'gzip')
  response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')))
}

/** Sends as long as somebody reads. */
function sendEndlessly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, ' '))) {}
  }
  response.on('drain', more)
  more()
}

/** Lies of a provider for a new account. None of them makes one. */
const lies: Record<string, Tampering> = {
  "a token with the client's secret as key (HS256)": { isSharedKey: true },
  'a token with a critical header that nobody knows': { header: { crit: ['trust'], trust: true } },
  'a token with another type of key': { header: { kid: 'none' } },
  'a token for two clients without saying whose': { claims: { aud: [openidClient.id, 'another'] } },
  'a token of another authorised party': { claims: { azp: 'another' } },
  'a token of tomorrow': { claims: { nbf: now() + 86_400 } },
  'a token without an expiry': { claims: Object.fromEntries([['exp', undefined]]) },
  'a token without a nonce': { claims: Object.fromEntries([['nonce', undefined]]) },
  'no subject': { claims: { sub: '' } },
  'a subject with a NUL': { claims: { sub: 'a\0b' } },
  'a subject of 100,000 letters': { claims: { sub: long } },
  'a subject that is a number': { claims: Object.fromEntries([['sub', 7]]) },
  'an address with a second line': { claims: { email: 'a@b.example\r\nBcc: c@d.example' } },
  'an address with a NUL': { claims: { email: 'a\0@b.example' } },
  'an address of 100,000 letters': { claims: { email: `${long}@b.example` } },
  'an address that is none': { claims: { email: 'administrator' } },
  'roles as an object': { claims: { roles: { 0: 'radiology-admins' } } },
  'a role of our own name': { claims: { roles: ['admin'] } },
  'a role that every object has': { claims: { roles: ['constructor', '__proto__'] } },
  'a laboratory that is a statement': { claims: { roles: ['clerks'], lab: "' or true --" } },
  'methods as text': { claims: { amr: 'mfa' } },
  'an answer that is no JSON': { token: (response) => void response.end('<html>') },
  'an answer that leads to another place': {
    token: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  },
  'an answer that never comes': { token: () => {} },
  'an answer of 64 MB in 64 kB': { token: sendBomb },
  'an answer without an end': { token: sendEndlessly },
}

describe('a hostile OpenID provider', () => {
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

  it.each(Object.entries(lies))('makes no account by %s', async (_lie, wrong) => {
    const before = await api.db.$count(users)
    const browser = openBrowser(api)
    const { searchParams } = await browser.begin()
    provider.sayNext(somebody(), searchParams.get('nonce') ?? '', wrong)
    expect(await browser.comeBack({ search: `?code=x&state=${searchParams.get('state')}` })).toMatch(
      /^\/login\?provider=(?!done)/,
    )
    expect(await browser.finish()).toMatchObject({ success: false })
    expect(await api.db.$count(users)).toBe(before)
  })

  it.each(['a\0b', long, '\u202egnal\u0007'])(
    'makes an account that is called by its address if the name is %j',
    async (name) => {
      const person = somebody()
      const browser = openBrowser(api)
      const { searchParams } = await browser.begin()
      provider.sayNext(person, searchParams.get('nonce') ?? '', { claims: { name } })
      await browser.comeBack({ search: `?code=x&state=${searchParams.get('state')}` })
      expect(await browser.finish()).toMatchObject({ user: { email: person.email, fullName: person.email } })
    },
  )

  it('reads a megabyte of an answer at most', async () => {
    let sent = 0
    provider.sayNext(somebody(), '', {
      token: (response) => {
        const { socket } = response
        sendEndlessly(response)
        response.once('close', () => {
          sent = socket?.bytesWritten ?? Number.POSITIVE_INFINITY
        })
      },
    })
    const browser = openBrowser(api)
    const begun = await browser.begin()
    await browser.comeBack({ search: `?code=x&state=${begun.searchParams.get('state')}` })
    await eventually(() => expect(sent).toBeGreaterThan(0))
    expect(sent).toBeLessThan(16_000_000)
  })
})

describe('a real OpenID provider that lies', () => {
  it.each<[string, Partial<OpenidPerson>]>([
    ["says that an administrator's address is verified", { sub: 'stranger' }],
    ['says the address in capitals', { sub: 'stranger', email: 'VICTIM@READROOM.EXAMPLE' }],
    ['says another role', { sub: 'stranger', roles: ['clerks'], lab: 'NONE' }],
  ])('that %s takes over no account', async (_lie, said) => {
    const provider = await startOpenidProvider()
    provider.trust('http://localhost:8080')
    const api = await startTestApi({ env: { ...settings, OIDC_ISSUER: provider.origin } })
    try {
      const first = openBrowser(api)
      const victim = { ...somebody(), email: 'victim@readroom.example' }
      provider.signInNext(victim)
      await first.comeBack(await followTo('http://localhost:8080', (await first.begin()).href))
      provider.signInNext({ ...victim, ...said })
      const browser = openBrowser(api)
      const answer = await followTo('http://localhost:8080', (await browser.begin()).href)
      expect(await browser.comeBack(answer)).not.toBe('/login?provider=done')
      expect(await api.db.$count(users)).toBe(1)
    } finally {
      await api.stop()
      await provider.stop()
    }
  })
})

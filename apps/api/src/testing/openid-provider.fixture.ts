import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import Provider from 'oidc-provider'

export const client = { id: 'readroom', secret: 'a secret of the tests with the provider' }

export type Person = { sub: string; email: string; email_verified: boolean; name: string; roles?: string[]; lab?: string }

async function listen(handler: Parameters<typeof createServer>[1]) {
  const server = createServer(handler ?? (() => undefined))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { server, origin: `http://127.0.0.1:${port}`, stop }
}

/** A real OpenID provider, at which `person` is whoever signs in next. */
export async function startProvider(portal: string) {
  const { server, origin, stop } = await listen(undefined)
  const people = new Map<string, Person>()
  let next = ''
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${portal}/api/auth/provider/return`],
        post_logout_redirect_uris: [`${portal}/login`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles', 'lab'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async (context) => {
      const accountId = context.oidc.session?.accountId
      const grant = new context.oidc.provider.Grant({ clientId: client.id, ...(accountId !== undefined && { accountId }) })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: next } })
    else void answer(request, response)
  })
  const signInNext = (person: Person) => {
    people.set(person.sub, person)
    next = person.sub
  }
  return { origin, stop, signInNext }
}

/** A browser at the provider: follows where it is led, with its cookies, until it is led to `portal`. Answers that address. */
export async function followTo(portal: string, from: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = from
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    if (!to) throw new Error(`the provider leads nowhere: ${answer.status} ${await answer.text()}`)
    at = new URL(to, at).href
    if (at.startsWith(portal)) return new URL(at)
  }
  throw new Error('the provider leads in a circle')
}

export type Tampering = { claims?: JWTPayload; isUnsigned?: true; isForeignKey?: true }

/** A provider that says what a test wants: its ID tokens may be wrong in one way or another. */
export async function startTamperingProvider() {
  const pair = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), use: 'sig', alg: 'RS256', kid: 'key' }
  let claims: JWTPayload = {}
  let tampering: Tampering = {}
  const idToken = async () => {
    const said = { ...claims, ...tampering.claims }
    if (tampering.isUnsigned) return new UnsecuredJWT(said).encode()
    const key = tampering.isForeignKey ? foreign.privateKey : pair.privateKey
    return new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key)
  }
  const at = await listen(undefined)
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer: at.origin, authorization_endpoint: `${at.origin}/auth`, token_endpoint: `${at.origin}/token` },
      ...{ jwks_uri: `${at.origin}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async () => ({ access_token: 'x', token_type: 'Bearer', id_token: await idToken() }),
  }
  at.server.on('request', async (request, response) => {
    const body = await answers[request.url ?? '']?.()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body ?? {}))
  })
  const { origin, stop } = at
  return {
    ...{ origin, stop },
    /** What the next ID token says; `nonce` is what the portal asked for. */
    sayNext(person: Person, nonce: string, wrong: Tampering = {}) {
      const now = Math.floor(Date.now() / 1000)
      claims = { iss: at.origin, aud: client.id, iat: now, exp: now + 300, nonce, ...person }
      tampering = wrong
    },
  }
}

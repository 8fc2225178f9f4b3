import { createServer, type ServerResponse } from 'node:http'
import { listenOn } from '@readroom/local/core/listen-on'
import { type OpenidPerson, openidClient } from '@readroom/local/services/openid-provider'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import type { TestApi } from './test-api.ts'

/** Calls the API like one browser, with its cookie. */
export function openBrowser(api: TestApi) {
  let cookie = ''
  const send = async (method: 'GET' | 'POST', url: string) => {
    const answer = await api.app.inject({ method, url, headers: { cookie } })
    const [set] = [answer.headers['set-cookie'] ?? []].flat()
    if (set) cookie = set.split(';')[0] ?? ''
    return answer
  }
  return {
    begin: async () => new URL((await send('GET', '/api/auth/provider/start')).headers.location ?? ''),
    comeBack: async ({ search }: { search: string }) =>
      (await send('GET', `/api/auth/provider/return${search}`)).headers.location,
    finish: async () => (await send('POST', '/api/auth/provider/finish')).json(),
  }
}

/** Acts as a browser at the provider: follows redirects with its cookies until one leads to `portal`. Returns that address. */
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

/** `isSharedKey`: signed with the client's secret. `header`: beside the usual ones. `token`: the whole answer with the token. */
export type Tampering = {
  claims?: JWTPayload
  header?: { [name: string]: unknown }
  isUnsigned?: true
  isForeignKey?: true
  isSharedKey?: true
  token?: (response: ServerResponse) => void
}

/** Starts a provider with claims from the test. Its ID tokens may be wrong in several ways. */
export async function startTamperingProvider() {
  const pair = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), use: 'sig', alg: 'RS256', kid: 'key' }
  let claims: JWTPayload = {}
  let tampering: Tampering = {}
  const idToken = async () => {
    const said = { ...claims, ...tampering.claims }
    if (tampering.isUnsigned) return new UnsecuredJWT(said).encode()
    if (tampering.isSharedKey) {
      return new SignJWT(said).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(openidClient.secret))
    }
    const key = tampering.isForeignKey ? foreign.privateKey : pair.privateKey
    const header = { alg: 'RS256', kid: 'key', ...tampering.header }
    const crit = Object.fromEntries(Object.keys(tampering.header ?? {}).map((name) => [name, true]))
    return new SignJWT(said).setProtectedHeader(header).sign(key, { crit })
  }
  const server = createServer()
  const at = await listenOn(server)
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: at.origin,
      authorization_endpoint: `${at.origin}/auth`,
      token_endpoint: `${at.origin}/token`,
      jwks_uri: `${at.origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async () => ({ access_token: 'x', token_type: 'Bearer', id_token: await idToken() }),
  }
  server.on('request', async (request, response) => {
    if (request.url === '/token' && tampering.token) return tampering.token(response)
    const body = await answers[request.url ?? '']?.()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body ?? {}))
  })
  return {
    ...at,
    /** Sets the claims of the next ID token. `nonce` is the portal's. */
    sayNext(person: OpenidPerson, nonce: string, wrong: Tampering = {}) {
      const now = Math.floor(Date.now() / 1000)
      claims = { iss: at.origin, aud: openidClient.id, iat: now, exp: now + 300, nonce, ...person }
      tampering = wrong
    },
  }
}

import { createServer } from 'node:http'
import { listenOn } from '@readroom/local/core/listen-on'
import { type OpenidPerson, openidClient } from '@readroom/local/services/openid-provider'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

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

export type Tampering = { claims?: JWTPayload; isUnsigned?: true; isForeignKey?: true }

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
    const key = tampering.isForeignKey ? foreign.privateKey : pair.privateKey
    return new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(key)
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

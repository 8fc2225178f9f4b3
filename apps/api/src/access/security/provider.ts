import { AppError } from '@readroom/contracts/core/errors'
import { Email, FullName } from '@readroom/contracts/core/primitives'
import type { Expected } from '@readroom/db/access/provider-sign-ins'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../core/config.ts'

/** The claims we use of a valid ID token. */
const Claims = z.looseObject({
  iss: z.string(),
  /** At most 255 characters of ASCII (OpenID Connect Core 1.0, section 2). */
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  /** Addresses and names that no account could have count as absent. */
  email: Email.optional().catch(undefined),
  email_verified: z.boolean().optional(),
  name: FullName.optional().catch(undefined),
  azp: z.string().optional(),
  /** Authentication methods that the provider used (RFC 8176). */
  amr: z.array(z.string()).default([]),
})
export type ProviderClaims = z.infer<typeof Claims>

/** Seconds until an unresponsive provider counts as unavailable. */
const answerSeconds = 4

/** The longest answer of a provider: metadata, keys and tokens have some kilobytes. */
const maxAnswerBytes = 1024 * 1024

/** Fetches an answer up to that size, also unpacked: a provider must not fill our memory. */
const fetchBounded: oidc.CustomFetch = async (url, options) => {
  const answer = await fetch(url, { ...options, body: options.body ?? null })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = answer
  return new Response([101, 204, 205, 304].includes(status) ? null : Buffer.concat(chunks), { status, statusText, headers })
}

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname)

/** The redirect URI, which is registered at the provider. */
const returnUrl = ({ PUBLIC_URL }: Config) => new URL('/api/auth/provider/return', PUBLIC_URL)

export type Provider = ReturnType<typeof createProvider>

/** Talks to the OpenID provider: authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636). */
export function createProvider(config: Config, issuer: string) {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret, OIDC_SCOPES: scope, PUBLIC_URL } = config
  const url = new URL(issuer)
  let known: Promise<oidc.Configuration> | undefined

  /** Fetches the provider's metadata on first use, and again after a failure. */
  function discover(): Promise<oidc.Configuration> {
    known ??= oidc
      .discovery(url, clientId, undefined, secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret), {
        // ID tokens come straight from the provider. Their signature is checked all the same, so an unsigned one is refused.
        execute: [oidc.enableNonRepudiationChecks, ...(isLoopback(url) ? [oidc.allowInsecureRequests] : [])],
        timeout: answerSeconds,
        [oidc.customFetch]: fetchBounded,
      })
      .catch(() => {
        known = undefined
        throw new AppError('PROVIDER_UNAVAILABLE')
      })
    return known
  }

  return {
    /** Returns the address of the provider's sign-in page, and the values that its answer must match. Throws PROVIDER_UNAVAILABLE. */
    async begin(): Promise<{ url: string; expected: Expected }> {
      const provider = await discover()
      const expected = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      }
      const { state, nonce, codeVerifier } = expected
      const to = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: returnUrl(config).href,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: to.href, expected }
    },

    /** Returns the user's claims and their ID token, or null if any part of the answer is wrong. `query` is the query string of the return. */
    async finish(
      query: string,
      { state, nonce, codeVerifier }: Expected,
    ): Promise<{ claims: ProviderClaims; token: string } | null> {
      try {
        const answer = returnUrl(config)
        answer.search = query
        const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
        const tokens = await oidc.authorizationCodeGrant(await discover(), answer, checks)
        const claims = Claims.parse(tokens.claims())
        // OpenID Connect Core 1.0, section 3.1.3.7.
        const isOurs = claims.azp === undefined || claims.azp === clientId
        return isOurs ? { claims, token: tokens.id_token ?? '' } : null
      } catch {
        return null
      }
    },

    /** Returns the address that ends the session at the provider, or null if the provider offers none. */
    async signOutUrl(token: string | null): Promise<string | null> {
      try {
        const parameters = { post_logout_redirect_uri: new URL('/login', PUBLIC_URL).href, client_id: clientId }
        return oidc.buildEndSessionUrl(await discover(), { ...parameters, ...(token && { id_token_hint: token }) }).href
      } catch {
        return null
      }
    },
  }
}

import { AppError } from '@readroom/contracts/errors'
import type { Expected } from '@readroom/db/queries/provider-sign-ins'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../config.ts'

/** What is read of an ID token that is right. A list of values, or one, is a list. */
const Claims = z.looseObject({
  iss: z.string(),
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  /** How it was asked who it is (RFC 8176). */
  amr: z.array(z.string()).default([]),
})
export type ProviderClaims = z.infer<typeof Claims>

/** Seconds after which a provider that does not answer is away. */
const answerSeconds = 4

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname)

/** Where the provider leads back to; it is registered there. */
const returnUrl = ({ PUBLIC_URL }: Config) => new URL('/api/auth/provider/return', PUBLIC_URL)

export type Provider = ReturnType<typeof createProvider>

/** The OpenID provider: authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636). */
export function createProvider(config: Config, issuer: string) {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret, OIDC_SCOPES: scope, PUBLIC_URL } = config
  const url = new URL(issuer)
  let known: Promise<oidc.Configuration> | undefined

  /** What the provider says of itself, asked for once it is needed, and again after it could not be had. */
  function discover(): Promise<oidc.Configuration> {
    known ??= oidc
      .discovery(url, clientId, undefined, secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret), {
        // ID tokens come straight from the provider; their signature is looked at all the same, so that none is without.
        execute: [oidc.enableNonRepudiationChecks, ...(isLoopback(url) ? [oidc.allowInsecureRequests] : [])],
        timeout: answerSeconds,
      })
      .catch(() => {
        known = undefined
        throw new AppError('PROVIDER_UNAVAILABLE')
      })
    return known
  }

  return {
    /** Where a sign-in begins, and what its answer must fit. Throws PROVIDER_UNAVAILABLE. */
    async begin(): Promise<{ url: string; expected: Expected }> {
      const provider = await discover()
      const expected = {
        ...{ state: oidc.randomState(), nonce: oidc.randomNonce() },
        codeVerifier: oidc.randomPKCECodeVerifier(),
      }
      const { state, nonce, codeVerifier } = expected
      const to = oidc.buildAuthorizationUrl(provider, {
        ...{ redirect_uri: returnUrl(config).href, scope, state, nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: to.href, expected }
    },

    /** Who it is, and the ID token that says it; null where anything of the answer does not fit. `query`: what the provider led back with. */
    async finish(
      query: string,
      { state, nonce, codeVerifier }: Expected,
    ): Promise<{ claims: ProviderClaims; token: string } | null> {
      try {
        const answer = returnUrl(config)
        answer.search = query
        const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
        const tokens = await oidc.authorizationCodeGrant(await discover(), answer, checks)
        return { claims: Claims.parse(tokens.claims()), token: tokens.id_token ?? '' }
      } catch {
        return null
      }
    },

    /** Where the browser ends its session at the provider; null where the provider knows no such place. */
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

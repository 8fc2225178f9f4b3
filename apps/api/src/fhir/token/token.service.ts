import type { Input } from '@readroom/contracts/core/endpoint'
import { assertionAlgorithms, maxAssertionSeconds, type PublicKeySet, tokenSeconds } from '@readroom/contracts/fhir/fhir-clients'
import { fhirEndpoints } from '@readroom/contracts/fhir/fhir-resources'
import { type FhirClientRow, findActiveFhirClient } from '@readroom/db/fhir/fhir-clients'
import { admitFhirClient } from '@readroom/domain/fhir/fhir-clients'
import { createLocalJWKSet, decodeJwt, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { countTries, forgiveTries } from '../../access/security/attempts.ts'
import { networkOf } from '../../access/security/network.ts'
import type { Context } from '../../core/context.ts'
import { grantedScopes, signAccessToken } from '../access-token.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** A refusal as OAuth names it (RFC 6749, 5.2). */
export type TokenRefusal = {
  error: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'
  error_description: string
}
type Token = { access_token: string; token_type: 'bearer'; expires_in: number; scope: string }

/** Every unusable assertion gets the same answer, which tells nobody which clients exist. */
const invalidClient: TokenRefusal = {
  error: 'invalid_client',
  error_description: 'The client is unknown or inactive, or its assertion is not valid, has expired or was used before.',
}

/** Returns the address that assertions are made for. */
export const tokenAddress = (context: Pick<Context, 'config'>): string =>
  new URL(fhirEndpoints.token.path, context.config.PUBLIC_URL).href

/** Returns the client that an assertion names, before anything of it was verified. Null if there is no active one. */
async function findNamedClient(context: Context, assertion: string) {
  try {
    const clientId = z.uuid().parse(decodeJwt(assertion).iss)
    return await findActiveFhirClient(context.db, clientId)
  } catch (error) {
    if (error instanceof z.ZodError || isJoseError(error)) return null
    throw error
  }
}

/** jose's errors have a code that begins with `ERR_J`. */
const isJoseError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')

/** Returns a registered key as it may be used: with the one algorithm of its kind. */
function toKey(key: PublicKeySet['keys'][number]): JWK {
  if (key.kty === 'RSA') return { kty: key.kty, kid: key.kid, n: key.n, e: key.e, alg: 'RS384' }
  return { kty: key.kty, kid: key.kid, crv: key.crv, x: key.x, y: key.y, alg: 'ES384' }
}

const AssertionClaims = z.object({ jti: z.string().min(1).max(200), exp: z.number() })

/** Returns the id and the end of an assertion that the client signed for this server. Null if it is not valid. */
async function verifyAssertion(context: Context, assertion: string, client: FhirClientRow & { now: number }) {
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: client.jwks.keys.map(toKey) }), {
      algorithms: assertionAlgorithms,
      issuer: client.id,
      subject: client.id,
      audience: tokenAddress(context),
      currentDate: new Date(client.now * 1000),
    })
    const { jti, exp } = AssertionClaims.parse(payload)
    return exp > client.now + maxAssertionSeconds ? null : { assertionId: jti, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof z.ZodError || isJoseError(error)) return null
    throw error
  }
}

type Request = Input<typeof fhirEndpoints.token>['body'] & { address: string }
type Accepted = { client: FhirClientRow & { now: number }; assertionId: string; expiresAt: Date; scopes: string[] }

/** Returns what an assertion that may be used grants, or the reason why not. */
async function checkRequest(context: Context, { client_assertion, scope }: Request): Promise<Accepted | TokenRefusal> {
  const client = await findNamedClient(context, client_assertion)
  const assertion = client && (await verifyAssertion(context, client_assertion, client))
  if (!assertion) return invalidClient
  const scopes = grantedScopes(scope)
  if (scopes.length === 0)
    return { error: 'invalid_scope', error_description: 'No requested scope is supported. Ask for system/[resource].rs.' }
  return { client, ...assertion, scopes }
}

/**
 * Returns an access token for an assertion that the client signed, or the reason why not. Throws TOO_MANY_ATTEMPTS after many refused assertions from
 * one address.
 */
export async function issueToken(context: Context, request: Request): Promise<Token | TokenRefusal> {
  if (request.grant_type !== 'client_credentials')
    return { error: 'unsupported_grant_type', error_description: 'grant_type must be client_credentials.' }
  if (request.client_assertion_type !== assertionType)
    return { error: 'invalid_request', error_description: `client_assertion_type must be ${assertionType}.` }
  const { address } = request
  const tries = await countTries(context.db, { kind: 'fhir-token-address', of: networkOf(address) })
  const accepted = await checkRequest(context, request)
  if ('error' in accepted) return accepted
  const { client, scopes, assertionId, expiresAt } = accepted
  const isNew = await context.db.transaction(async (tx) => {
    const isAdmitted = await admitFhirClient(tx, { clientId: client.id, address, assertionId, expiresAt })
    if (isAdmitted) await forgiveTries(tx, tries)
    return isAdmitted
  })
  if (!isNew) return invalidClient
  const access_token = await signAccessToken(context, { clientId: client.id, scopes, now: client.now })
  return { access_token, token_type: 'bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
}

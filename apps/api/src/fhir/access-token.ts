import { hkdfSync } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { tokenSeconds } from '@readroom/contracts/fhir/fhir-clients'
import { type FhirResourceType, fhirResourceTypes } from '@readroom/contracts/fhir/fhir-resources'
import { findActiveFhirClient } from '@readroom/db/fhir/fhir-clients'
import type { FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { addressOf } from '../core/http/client.ts'
import type { FhirCaller } from '../core/http/mount.ts'
import { fhirBase } from './fhir-address.ts'

const algorithm = 'HS256'

/** A key of its own: other endpoints cannot read an access token, nor this one a token of theirs. */
const keyOf = ({ JWT_SECRET }: Context['config']): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', JWT_SECRET, '', 'readroom fhir access token', 32))

/** Returns the scope that lets a client read and search a resource. */
const scopeOf = (type: FhirResourceType): string => `system/${type}.rs`

/** The scope for all resources. */
const scopeOfAll = 'system/*.rs'

/** The scope that lets a client make orders. Nothing else can be created, so that there is none for all resources. */
const scopeOfOrders = 'system/ServiceRequest.c'

/** All scopes that exist here. */
export const knownScopes: readonly string[] = [scopeOfAll, ...fhirResourceTypes.map(scopeOf), scopeOfOrders]

/** Returns the scopes of a request that exist here. Clients may ask for others, which they do not get. */
export function grantedScopes(asked: string): string[] {
  return knownScopes.filter((scope) => asked.split(' ').includes(scope))
}

/** Returns true if the client may read and search the resource. */
export const maySee = ({ scopes }: Pick<FhirCaller, 'scopes'>, type: FhirResourceType): boolean =>
  scopes.includes(scopeOfAll) || scopes.includes(scopeOf(type))

/** Returns the client of the request if its scopes include the resource. Throws NOT_AUTHENTICATED, FORBIDDEN. */
export function requireClient({ fhirClient }: FastifyRequest, type: FhirResourceType): FhirCaller {
  if (!fhirClient) throw new AppError('NOT_AUTHENTICATED')
  if (!maySee(fhirClient, type)) throw new AppError('FORBIDDEN')
  return fhirClient
}

/** Returns the client of the request if it may make orders. Throws NOT_AUTHENTICATED, FORBIDDEN. */
export function requireOrderingClient({ fhirClient }: FastifyRequest): FhirCaller {
  if (!fhirClient) throw new AppError('NOT_AUTHENTICATED')
  if (!fhirClient.scopes.includes(scopeOfOrders)) throw new AppError('FORBIDDEN')
  return fhirClient
}

type Granted = { clientId: string; scopes: readonly string[]; now: number }

/** Returns an access token, for the FHIR API alone. `now` is the database's clock, in seconds since 1970. */
export async function signAccessToken({ config }: Context, { clientId, scopes, now }: Granted): Promise<string> {
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(clientId)
    .setAudience(fhirBase(config))
    .setIssuedAt(Math.floor(now))
    .setExpirationTime(Math.floor(now) + tokenSeconds)
    .sign(keyOf(config))
}

const Claims = z.object({ sub: z.uuid(), scope: z.string(), exp: z.number() })

/** Returns the claims of a token that we signed for the FHIR API, or null. The database's clock decides whether it has expired. */
async function readClaims({ config }: Context, token: string): Promise<z.infer<typeof Claims> | null> {
  const issuedEarlier = new Date(0)
  try {
    const { payload } = await jwtVerify(token, keyOf(config), {
      algorithms: [algorithm],
      audience: fhirBase(config),
      currentDate: issuedEarlier,
    })
    return Claims.parse(payload)
  } catch {
    return null
  }
}

/** Returns the client of the request's access token. Null without a valid one, and if the client or its laboratory is no longer active. */
export async function findFhirCaller(context: Context, request: FastifyRequest): Promise<FhirCaller | null> {
  const { authorization } = request.headers
  if (!authorization?.startsWith('Bearer ')) return null
  const claims = await readClaims(context, authorization.slice('Bearer '.length))
  if (!claims) return null
  const client = await findActiveFhirClient(context.db, claims.sub)
  if (!client || client.now >= claims.exp) return null
  return {
    clientId: client.id,
    name: client.name,
    labId: client.labId,
    scopes: claims.scope.split(' '),
    address: addressOf(request),
  }
}

import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line, text } from '../core/primitives.ts'

/** The algorithms of assertions that the server verifies. */
export const assertionAlgorithms = ['RS384', 'ES384']
/** The longest life of an assertion (SMART App Launch 2.2, backend services). */
export const maxAssertionSeconds = 300
/** Seconds that an access token is good for. */
export const tokenSeconds = 300

const base64url = (min: number, max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`))

/** The members of both kinds of key. Keys are told apart by `kid`. */
const ofKey = {
  kid: text(200).min(1),
  use: z.literal('sig').optional(),
  key_ops: z.array(z.literal('verify')).max(1).optional(),
}

/** A public RSA key of 2048 to 8192 bits. */
const RsaKey = z.strictObject({
  kty: z.literal('RSA'),
  ...ofKey,
  alg: z.literal('RS384').optional(),
  n: base64url(342, 1366),
  e: base64url(2, 8),
})

/** A public key on the curve P-384. */
const EcKey = z.strictObject({
  kty: z.literal('EC'),
  ...ofKey,
  alg: z.literal('ES384').optional(),
  crv: z.literal('P-384'),
  x: base64url(64, 64),
  y: base64url(64, 64),
})

/** The public keys of a client (RFC 7517). Objects are strict: a private key is refused, because whoever sent it has exposed it. */
export const PublicKeySet = z.strictObject({
  keys: z
    .array(z.discriminatedUnion('kty', [RsaKey, EcKey]))
    .min(1)
    .max(10)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'must have different key IDs'),
})
export type PublicKeySet = z.infer<typeof PublicKeySet>

/** The fields of a client that an administrator writes. */
export const FhirClientFields = z.strictObject({ labId: Id, name: line(100).min(1), jwks: PublicKeySet })
export type FhirClientFields = z.infer<typeof FhirClientFields>

/** A system of one laboratory that reads by FHIR (docs/decisions/fhir/fhir.md). Its id is the client ID. */
export const FhirClient = z.object({
  _id: Id,
  labId: Id,
  labName: z.string(),
  name: z.string(),
  /** The IDs of its public keys. */
  keyIds: z.array(z.string()),
  isActive: z.boolean(),
  /** When it last got an access token. */
  lastUsedAt: Instant.nullable(),
  createdAt: Instant,
})
export type FhirClient = z.infer<typeof FhirClient>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const root = '/api/admin/fhir-clients'
const ofClient = { ...forAdmins, path: `${root}/:clientId`, params: z.object({ clientId: Id }) } as const

export const fhirClientEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: root,
    summary: 'Systems that read by FHIR, by name, and the address that they use',
    response: ok({ clients: z.array(FhirClient), baseUrl: z.string() }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: root,
    summary: "Register a system of a laboratory, which can then read the laboratory's data by FHIR",
    once: true,
    body: FhirClientFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['LAB_NOT_FOUND', 'FHIR_CLIENT_NAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...ofClient,
    method: 'PUT',
    summary: 'Activate or deactivate a FHIR client. Applies to its next request',
    body: z.strictObject({ isActive: z.boolean() }),
    response: ok({ message: z.string() }),
    errors: ['FHIR_CLIENT_NOT_FOUND'],
  },
  remove: {
    ...ofClient,
    method: 'DELETE',
    summary: 'Delete a FHIR client. Its access tokens stop working',
    response: ok({ message: z.string() }),
    errors: ['FHIR_CLIENT_NOT_FOUND'],
  },
})

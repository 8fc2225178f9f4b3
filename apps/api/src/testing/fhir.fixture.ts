import { randomUUID } from 'node:crypto'
import { PublicKeySet } from '@readroom/contracts/fhir/fhir-clients'
import { insertFhirClient } from '@readroom/db/fhir/fhir-clients'
import type { LightMyRequestResponse } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TestApi } from './test-api.ts'

const keyId = 'key-1'

/** Makes a key pair of a client. */
export async function newClientKeys(alg: 'RS384' | 'ES384' = 'ES384') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const exported = await exportJWK(publicKey)
  return {
    alg,
    privateKey,
    privateJwk: await exportJWK(privateKey),
    jwks: PublicKeySet.parse({ keys: [{ ...exported, kid: keyId }] }),
  }
}
export type ClientKeys = Awaited<ReturnType<typeof newClientKeys>>

export type TestClient = { clientId: string; keys: ClientKeys }

/** Registers a client of a laboratory. */
export async function createFhirClient({ db }: Pick<TestApi, 'db'>, labId: string, alg?: ClientKeys['alg']): Promise<TestClient> {
  const keys = await newClientKeys(alg)
  const name = `Client ${randomUUID()}`
  return { clientId: await db.transaction((tx) => insertFhirClient(tx, { labId, name, jwks: keys.jwks })), keys }
}

const audience = 'http://localhost:8080/fhir/token'

/** Signs an assertion for the token endpoint. `claims` replace its own; undefined leaves one out. */
export async function signAssertion({ clientId, keys }: TestClient, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const own = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), exp: now + 240 }
  return new SignJWT({ ...own, ...claims }).setProtectedHeader({ alg: keys.alg, kid: keyId, typ: 'JWT' }).sign(keys.privateKey)
}

/** Returns the form that asks for an access token. */
export const tokenForm = (assertion: string, scope = 'system/*.rs') => ({
  method: 'POST' as const,
  url: '/fhir/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({
    grant_type: 'client_credentials',
    scope,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }).toString(),
})

/** Returns an access token of the client. */
export async function fetchAccessToken(api: TestApi, client: TestClient, scope?: string): Promise<string> {
  const { json } = await api.request(tokenForm(await signAssertion(client), scope))
  return json().access_token
}

/** Reads an address of the FHIR API with an access token. */
export const fhirGet = (api: TestApi, token: string, url: string): Promise<LightMyRequestResponse> =>
  api.request({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

/** Returns a new order as FHIR writes it. */
export const newServiceRequest = (placerNumber: string) => ({
  resourceType: 'ServiceRequest',
  contained: [
    {
      resourceType: 'Patient',
      id: 'p',
      identifier: [{ value: 'P-77' }],
      name: [{ family: 'Sato', given: ['Hanako', 'Mei'] }],
      gender: 'female',
      birthDate: '1980-02-29',
    },
  ],
  identifier: [
    { type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC' }] }, value: placerNumber },
  ],
  status: 'active',
  intent: 'order',
  priority: 'stat',
  code: { coding: [{ system: 'http://loinc.org', code: '24627-2' }], text: 'CT of the chest' },
  orderDetail: [{ coding: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: 'CT' }] }],
  subject: { reference: '#p' },
  occurrenceDateTime: '2026-12-01T09:30:00+01:00',
  requester: { display: 'House^Gregory' },
  reasonCode: [{ text: 'Cough' }],
  note: [{ text: 'Allergic to iodine' }],
})

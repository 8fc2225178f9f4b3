import { randomUUID } from 'node:crypto'
import { createCast } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchAccessToken, newClientKeys } from '../../testing/fhir.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const root = '/api/admin/fhir-clients'

async function register(fields: object) {
  const { statusCode, json } = await api.request({ method: 'POST', url: root, payload: fields }, cast.admin)
  return { outcome: `${statusCode} ${json().code ?? json().message}`, id: json()._id }
}
async function list() {
  const { json } = await api.request({ method: 'GET', url: root }, cast.admin)
  return json()
}

test('an administrator registers a client, which is listed without its key', async () => {
  const { jwks } = await newClientKeys('RS384')
  const fields = { labId: cast.labA.id, name: 'Hospital system', jwks }
  const { outcome, id } = await register(fields)
  expect(outcome).toBe('200 FHIR client registered')
  expect(await register({ ...fields, name: 'hospital SYSTEM' })).toMatchObject({ outcome: '409 FHIR_CLIENT_NAME_TAKEN' })
  const { clients, baseUrl } = await list()
  expect(baseUrl).toBe('http://localhost:8080/fhir')
  expect(clients.find((client: { _id: string }) => client._id === id)).toEqual({
    _id: id,
    labId: cast.labA.id,
    labName: cast.labA.name,
    name: 'Hospital system',
    keyIds: ['key-1'],
    isActive: true,
    lastUsedAt: null,
    createdAt: expect.any(String),
  })
})

test('a client gets a token only while it is active, and is deleted for good', async () => {
  const keys = await newClientKeys()
  const { id } = await register({ labId: cast.labA.id, name: 'On and off', jwks: keys.jwks })
  const client = { clientId: id, keys }
  const change = (isActive: boolean) => api.request({ method: 'PUT', url: `${root}/${id}`, payload: { isActive } }, cast.admin)
  const remove = () => api.request({ method: 'DELETE', url: `${root}/${id}` }, cast.admin)

  expect(await fetchAccessToken(api, client)).toEqual(expect.any(String))
  expect((await change(false)).json().message).toBe('FHIR client deactivated')
  expect(await fetchAccessToken(api, client)).toBeUndefined()
  expect((await change(true)).json().message).toBe('FHIR client activated')
  expect(await fetchAccessToken(api, client)).toEqual(expect.any(String))
  expect((await remove()).json().message).toBe('FHIR client deleted')
  expect(await fetchAccessToken(api, client)).toBeUndefined()
  expect((await remove()).json().code).toBe('FHIR_CLIENT_NOT_FOUND')
  expect((await change(true)).json().code).toBe('FHIR_CLIENT_NOT_FOUND')
})

test('a private key, a weak key, two keys with one ID and no key are refused', async () => {
  const strong = await newClientKeys('RS384')
  const other = await newClientKeys('ES384')
  const [key] = strong.jwks.keys
  const refused = [
    { keys: [{ ...strong.privateJwk, kid: 'key-1' }] },
    { keys: [{ ...key, n: 'a'.repeat(171) }] },
    { keys: [key, ...other.jwks.keys] },
    { keys: [{ ...other.jwks.keys[0], kid: undefined }] },
    { keys: [{ kty: 'oct', kid: 'key-1', k: 'a'.repeat(64) }] },
    { keys: [] },
  ]
  for (const jwks of refused) {
    const { outcome } = await register({ labId: cast.labA.id, name: randomUUID(), jwks })
    expect(outcome).toBe('400 INVALID_FIELD')
  }
})

test('an unknown laboratory has no client', async () => {
  const { jwks } = await newClientKeys()
  expect(await register({ labId: randomUUID(), name: 'Nowhere', jwks })).toMatchObject({ outcome: '404 LAB_NOT_FOUND' })
})

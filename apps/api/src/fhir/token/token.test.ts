import { randomUUID } from 'node:crypto'
import { labs } from '@readroom/db/people/labs.schema'
import { createCast, createLab } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFhirClient, fetchAccessToken, signAssertion, tokenForm } from '../../testing/fhir.fixture.ts'
import { longerWaits } from '../../testing/longer-waits.fixture.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

async function ask(assertion: string, scope?: string) {
  const { statusCode, json } = await api.request(tokenForm(assertion, scope))
  return { statusCode, ...json() }
}
const refused = { statusCode: 401, error: 'invalid_client' }
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test.each(['RS384', 'ES384'] as const)('exchanges an assertion signed with %s for a short access token', async (alg) => {
  const client = await createFhirClient(api, cast.labA.id, alg)
  const answer = await ask(await signAssertion(client), 'system/Patient.rs system/Nothing.rs openid')
  expect(answer).toMatchObject({ statusCode: 200, token_type: 'bearer', expires_in: 300, scope: 'system/Patient.rs' })
  const { aud, iat = 0, exp = 0 } = decodeJwt(answer.access_token)
  expect(aud).toBe('http://localhost:8080/fhir')
  expect(exp - iat).toBe(300)
})

test('an assertion is good for one token', async () => {
  const assertion = await signAssertion(await createFhirClient(api, cast.labA.id))
  const answers = await Promise.all([ask(assertion), ask(assertion), ask(assertion)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
})

test('refused assertions are counted by address, and good ones never are', async () => {
  await api.asOwner(longerWaits)
  const client = await createFhirClient(api, cast.labA.id)
  const from = async (remoteAddress: string, assertion: string) => api.app.inject({ ...tokenForm(assertion), remoteAddress })
  const good: number[] = []
  for (let sent = 0; sent < 55; sent++) good.push((await from('203.0.113.1', await signAssertion(client))).statusCode)
  expect(new Set(good)).toEqual(new Set([200]))

  const bad = await Promise.all(Array.from({ length: 70 }, () => from('203.0.113.2', 'a.b.c')))
  expect(bad.filter(({ statusCode }) => statusCode === 401)).toHaveLength(51)
  const refusals = bad.filter(({ statusCode }) => statusCode === 429)
  expect(refusals).toHaveLength(19)
  expect(refusals[0]?.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('203.0.113.2', await signAssertion(client))).statusCode).toBe(429)
  expect((await from('203.0.113.3', await signAssertion(client))).statusCode).toBe(200)
})

test('two clients may use the same assertion ID', async () => {
  const [one, other] = [await createFhirClient(api, cast.labA.id), await createFhirClient(api, cast.labA.id)]
  const jti = randomUUID()
  expect(await ask(await signAssertion(one, { jti }))).toMatchObject({ statusCode: 200 })
  expect(await ask(await signAssertion(other, { jti }))).toMatchObject({ statusCode: 200 })
})

test.each([
  ['it has expired', () => ({ exp: inSeconds(-5) })],
  ['it lives longer than five minutes', () => ({ exp: inSeconds(400) })],
  ['it never expires', () => ({ exp: undefined })],
  ['it has no ID', () => ({ jti: undefined })],
  ['it is for another server', () => ({ aud: 'https://elsewhere.example/fhir/token' })],
  ['it is for the FHIR API, not the token endpoint', () => ({ aud: 'http://localhost:8080/fhir' })],
  ['its subject is another client', () => ({ sub: randomUUID() })],
  ['its issuer is unknown', () => ({ iss: randomUUID() })],
  ['its issuer is no client ID', () => ({ iss: 'Robert' })],
])('refuses an assertion if %s', async (_why, claims) => {
  const client = await createFhirClient(api, cast.labA.id)
  expect(await ask(await signAssertion(client, claims()))).toMatchObject(refused)
})

test('refuses an assertion signed with the key of another client', async () => {
  const [one, other] = [await createFhirClient(api, cast.labA.id), await createFhirClient(api, cast.labB.id)]
  expect(await ask(await signAssertion({ clientId: one.clientId, keys: other.keys }))).toMatchObject(refused)
})

test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ4In0.'])('refuses the assertion %j', async (assertion) => {
  expect(await ask(assertion)).toMatchObject(refused)
})

test('a client of an inactive laboratory gets no token', async () => {
  const lab = await createLab(api.db)
  const client = await createFhirClient(api, lab.id)
  await api.db.update(labs).set({ isActive: false }).where(eq(labs.id, lab.id))
  expect(await ask(await signAssertion(client))).toMatchObject(refused)
})

test('names the fault of a request by the words of OAuth', async () => {
  const client = await createFhirClient(api, cast.labA.id)
  expect(await ask(await signAssertion(client), 'openid')).toMatchObject({ statusCode: 400, error: 'invalid_scope' })
  const form = tokenForm(await signAssertion(client))
  const send = async (payload: string) => (await api.request({ ...form, payload })).json().error
  expect(await send(form.payload.replace('client_credentials', 'password'))).toBe('unsupported_grant_type')
  expect(await send(form.payload.replace('jwt-bearer', 'saml2-bearer'))).toBe('invalid_request')
  expect(await send('grant_type=client_credentials')).toBe('invalid_request')
})

test('an access token opens nothing but the FHIR API', async () => {
  const token = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id))
  for (const url of ['/auth/profile', '/api/lab/studies', '/dicom-web/studies']) {
    const { statusCode } = await api.request({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    expect(`${url} ${statusCode}`).toBe(`${url} 401`)
  }
})

test('clients find the token endpoint', async () => {
  const { json } = await api.request({ method: 'GET', url: '/fhir/.well-known/smart-configuration' })
  expect(json()).toMatchObject({
    token_endpoint: 'http://localhost:8080/fhir/token',
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  })
})

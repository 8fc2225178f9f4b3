import { auditLog } from '@readroom/db/core/audit.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createLab } from '@readroom/db/testing/factories'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, startGateway } from '../../images/dicomweb/gateway.fixture.ts'
import { createFhirClient, fetchAccessToken } from '../../testing/fhir.fixture.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** Stores a study. Returns what reads it as a client of its laboratory, or of another. */
async function makeStudy() {
  const { api } = gateway
  const stored = await gateway.storeTagged()
  const [row] = await api.db.select().from(studies).where(eq(studies.id, stored.id))
  const labId = row?.labId ?? ''
  const tokenOf = async (ofLab: string, scope?: string) => fetchAccessToken(api, await createFhirClient(api, ofLab), scope)
  const ask = (token: string, below: string, method: 'GET' | 'HEAD' = 'GET') =>
    api.request({ method, url: `/fhir/dicom-web${below}`, headers: { authorization: `Bearer ${token}` } })
  const countLooks = () => api.db.$count(auditLog, and(eq(auditLog.targetId, stored.id), eq(auditLog.action, 'fhir.images_read')))
  return { ...stored, labId, tokenOf, ask, countLooks }
}

test('a client reads the images of its laboratory where the Endpoint of the study says, and each study is one look', async () => {
  const { uid, id, path, labId, tokenOf, ask, countLooks } = await makeStudy()
  const token = await tokenOf(labId, 'system/ImagingStudy.rs system/Endpoint.rs')
  const authorization = `Bearer ${token}`
  const { body: study } = await gateway.api.request({
    method: 'GET',
    url: `/fhir/ImagingStudy/${id}`,
    headers: { authorization },
  })
  const [{ reference }] = JSON.parse(study).endpoint
  const { body: endpoint } = await gateway.api.request({ method: 'GET', url: `/fhir/${reference}`, headers: { authorization } })
  expect(JSON.parse(endpoint)).toMatchObject({
    address: 'http://localhost:8080/fhir/dicom-web',
    extension: [{ valueBoolean: true }],
    connectionType: { code: 'dicom-wado-rs' },
  })
  expect((await ask(token, path, 'HEAD')).statusCode).toBe(200)
  expect(await countLooks()).toBe(0)
  expect((await ask(token, `/studies/${uid}/series`)).json()).toHaveLength(1)
  expect(await countLooks()).toBe(1)
  const image = await ask(token, path)
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, expect.stringContaining('multipart/related')])
  expect((await ask(token, `/studies/${uid}/metadata`)).json()).toHaveLength(1)
  expect(await countLooks()).toBe(1)
  const isLook = and(eq(auditLog.targetId, id), eq(auditLog.action, 'fhir.images_read'))
  const [entry] = await gateway.api.db.select().from(auditLog).where(isLook)
  expect(JSON.stringify(entry?.details)).toMatch(/^\{"clientId":"[0-9a-f-]{36}"\}$/)
})

test('a client of another laboratory, one without the scope, and an account read nothing', async () => {
  const { path, labId, tokenOf, ask, countLooks } = await makeStudy()
  const stranger = await createLab(gateway.api.db)
  expect((await ask(await tokenOf(stranger.id), path)).statusCode).toBe(404)
  expect((await ask(await tokenOf(labId, 'system/Patient.rs'), path)).statusCode).toBe(403)
  expect((await ask('no token', path)).statusCode).toBe(401)
  expect((await gateway.api.request({ method: 'GET', url: `/fhir/dicom-web${path}` })).statusCode).toBe(401)
  expect((await gateway.get(path, { authorization: `Bearer ${await tokenOf(labId)}` })).statusCode).toBe(401)
  expect(await countLooks()).toBe(0)
})

test('a client cannot reach the series of another study through its own', async () => {
  const [own, other] = [await makeStudy(), await makeStudy()]
  const token = await own.tokenOf(own.labId)
  expect((await own.ask(token, `/studies/${own.uid}/series/${other.seriesUid}/metadata`)).statusCode).toBe(404)
  expect((await own.ask(token, `/studies/${own.uid}/..%2f${other.uid}/metadata`)).statusCode).toBe(404)
})

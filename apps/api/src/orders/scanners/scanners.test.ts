import { randomUUID } from 'node:crypto'
import { modalityWorklists } from '@readroom/db/orders/modality-worklists.schema'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { createCast, createLab, createStudy } from '@readroom/db/testing/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const root = '/api/admin/modality-worklists'
const place = { host: '198.41.0.4', port: 104 }

/** Makes a laboratory with a scanner. */
async function makeScanner(aeTitle: string, fields: Partial<typeof labAeTitles.$inferInsert> = {}) {
  const lab = await createLab(api.db)
  await api.db.insert(labAeTitles).values({ aeTitle, labId: lab.id, ...fields })
  const url = `${root}/${lab.id}/scanners`
  const send = async (method: 'PUT' | 'POST', to: string, payload: object) => {
    const { statusCode, json } = await api.request({ method, url: to, payload }, cast.admin)
    return `${statusCode} ${json().code ?? json().message}`
  }
  return {
    lab,
    save: (payload: object) => send('PUT', url, { aeTitle, place, usesTls: false, certificate: null, version: 1, ...payload }),
    test: (payload: object = { aeTitle }) => send('POST', `${url}/test`, payload),
    read: async () => {
      const { json } = await api.request({ method: 'GET', url }, cast.admin)
      return json().scanners.find((one: { aeTitle: string }) => one.aeTitle === aeTitle)
    },
  }
}

test('a scanner has a place, once somebody enters it', async () => {
  const { save, read } = await makeScanner('CT_PLACE')
  const empty = {
    aeTitle: 'CT_PLACE',
    place: null,
    usesTls: false,
    certificate: null,
    lastAskedAt: null,
    lastStudyAt: null,
    test: null,
  }
  expect(await read()).toEqual({ ...empty, version: 1 })
  expect(await save({})).toBe('200 Scanner saved')
  expect(await read()).toEqual({ ...empty, place, version: 2 })
  expect(await save({})).toBe('409 CONFLICT')
  expect(await save({ aeTitle: 'CT_OTHER', version: 2 })).toBe('404 SCANNER_NOT_FOUND')
})

test.each([
  [{ place: { host: '198.41.0.4', port: 0 } }, '400 INVALID_FIELD'],
  [{ place: { host: '198.41.0.4', port: 65_536 } }, '400 INVALID_FIELD'],
  [{ place: { host: 'no host', port: 104 } }, '400 INVALID_FIELD'],
  [{ aeTitle: 'LONGER_THAN_SIXTEEN' }, '400 INVALID_FIELD'],
  [{ certificate: 'none' }, '400 INVALID_FIELD'],
  [{ certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }, '409 SCANNER_CERTIFICATE_UNREADABLE'],
  [{ usesTls: true }, '409 SCANNER_CERTIFICATE_MISSING'],
  [{ place: { host: '127.0.0.1', port: 5432 } }, '409 SCANNER_ADDRESS_FORBIDDEN'],
  [{ place: { host: '10.21.0.1', port: 104 } }, '409 SCANNER_ADDRESS_FORBIDDEN'],
])('refuses %o and changes nothing', async (fault, answer) => {
  const { lab, save, read } = await makeScanner(`BAD_${randomUUID().slice(0, 8).toUpperCase()}`)
  const worklist = { labId: lab.id, calledAeTitle: lab.identifier, allowedAddresses: ['10.20.0.0/16'], isEnabled: true }
  await api.db.insert(modalityWorklists).values(worklist)
  expect(await save(fault)).toBe(answer)
  expect(await read()).toMatchObject({ place: null, certificate: null, version: 1 })
  expect(await save({ place: { host: '10.20.0.1', port: 104 } })).toBe('200 Scanner saved')
})

test('a test is queued once, and its answer is that of the worker', async () => {
  const { test: ask, read } = await makeScanner('CT_TEST', { place })
  expect(await ask()).toBe('200 Test started')
  expect((await read()).test).toEqual({ askedAt: expect.any(String), isRunning: true, result: null })
  expect(await ask()).toBe('409 SCANNER_TEST_RUNNING')
  const result = { answer: 'answered' as const, milliseconds: 12, callingAeTitle: 'WL_CITY' }
  const ofScanner = eq(labAeTitles.aeTitle, 'CT_TEST')
  await api.db.update(labAeTitles).set({ testResult: result }).where(ofScanner)
  expect((await read()).test).toMatchObject({ isRunning: false, result })
  expect(await ask()).toBe('200 Test started')
  // The worker was down.
  await api.db.update(labAeTitles).set({ testAskedAt: sql`now() - interval '61 seconds'` }).where(ofScanner)
  expect((await read()).test).toMatchObject({ isRunning: false, result: null })
  expect(await ask()).toBe('200 Test started')
})

test('a scanner without a place, or of another laboratory, is not tested', async () => {
  const { test: ask } = await makeScanner('CT_NOWHERE')
  await makeScanner('CT_ELSEWHERE', { place })
  expect(await ask()).toBe('409 SCANNER_PLACE_MISSING')
  expect(await ask({ aeTitle: 'CT_ELSEWHERE' })).toBe('404 SCANNER_NOT_FOUND')
})

test('a scanner has its newest study, and keeps its place when the laboratory gets another AE title', async () => {
  const { lab, read } = await makeScanner('CT_SENT', { place })
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  for (const day of [2, 3]) await createStudy(api.db, { labId: lab.id, callingAeTitle: 'CT_SENT', receivedAt: at(day) })
  await createStudy(api.db, { labId: lab.id, callingAeTitle: lab.identifier, receivedAt: at(4) })
  expect((await read()).lastStudyAt).toBe(at(3).toISOString())
  const payload = { name: lab.name, identifier: lab.identifier, aeTitles: ['CT_SENT', 'CT_NEW'] }
  const update = { method: 'PUT', url: `/api/admin/labs/update/${lab.id}`, payload } as const
  expect((await api.request(update, cast.admin)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ place })
})

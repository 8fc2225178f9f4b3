import { createCast } from '@readroom/db/testing/factories'
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
const fields = { calledAeTitle: 'wl_city', allowedAddresses: ['10.20.0.0/16'], isEnabled: true }

const save = async (labId: string, payload: object) => {
  const { statusCode, json } = await api.request({ method: 'PUT', url: `${root}/${labId}`, payload }, cast.admin)
  return `${statusCode} ${json().code ?? json().message}`
}
const read = async (labId: string) => {
  const { json } = await api.request({ method: 'GET', url: root }, cast.admin)
  return json().worklists.find((one: { labId: string }) => one.labId === labId)
}

test('a laboratory has one worklist, whose AE title is nobody else’s', async () => {
  const { labA, labB } = cast
  expect((await read(labA.id)).settings).toBeNull()
  expect(await save(labA.id, { ...fields, version: 0 })).toBe('200 Modality worklist saved')
  expect(await save(labA.id, { ...fields, version: 0 })).toBe('409 CONFLICT')
  expect(await save(labB.id, { ...fields, version: 0 })).toBe('409 WORKLIST_AE_TITLE_TAKEN')
  expect(await save(labA.id, { ...fields, isEnabled: false, version: 1 })).toBe('200 Modality worklist saved')
  expect(await save(labA.id, { ...fields, version: 1 })).toBe('409 CONFLICT')
  const { settings } = await read(labA.id)
  expect(settings).toEqual({
    ...fields,
    calledAeTitle: 'WL_CITY',
    isEnabled: false,
    version: 2,
    lastAskedAt: null,
    lastCutAt: null,
  })
  expect((await read(labB.id)).settings).toBeNull()
})

test.each([
  { calledAeTitle: 'LONGER_THAN_SIXTEEN' },
  { calledAeTitle: '' },
  { allowedAddresses: [] },
  { allowedAddresses: ['everybody'] },
])('refuses %o and changes nothing', async (fault) => {
  expect(await save(cast.labB.id, { ...fields, calledAeTitle: 'OTHER', ...fault, version: 0 })).toBe('400 INVALID_FIELD')
  expect((await read(cast.labB.id)).settings).toBeNull()
})

test('an unknown laboratory has no worklist', async () => {
  expect(await save('01890000-0000-7000-8000-00000000ffff', { ...fields, version: 0 })).toBe('404 LAB_NOT_FOUND')
})

import { createActor, createUser } from '@readroom/db/testing/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const url = '/api/viewer-bindings'

describe('keys and mouse buttons of the viewer', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  const someone = async () => createActor(api.db, await createUser(api.db, 'doctor_account'))
  type Who = Awaited<ReturnType<typeof someone>>
  const read = async (who: Who) => (await api.request({ method: 'GET', url }, who)).json().bindings
  const save = (who: Who, bindings: object) => api.request({ method: 'PUT', url, payload: { bindings } }, who)

  it('belong to their account, and replace those before', async () => {
    const [reader, other] = [await someone(), await someone()]
    expect(await read(reader)).toBeNull()
    const first = { set: 'letters', keys: { mpr: ['f2', 'ü'] }, mouse: { right: 'window' } }
    const second = { set: 'standard', keys: {}, mouse: {} }
    expect((await save(reader, first)).statusCode).toBe(200)
    expect(await read(reader)).toEqual(first)
    expect(await read(other)).toBeNull()
    await save(reader, second)
    expect(await read(reader)).toEqual(second)
  })

  it('keep sets, commands, keys and tools of a newer version', async () => {
    const reader = await someone()
    const newer = { set: 'thumb-wheel', keys: { 'fly-through': ['z'], mpr: ['hyper-9'] }, mouse: { thumb: 'fly', right: 'fly' } }
    expect((await save(reader, newer)).statusCode).toBe(200)
    expect(await read(reader)).toEqual(newer)
  })

  it.each([
    ['a key that moves the keyboard', { mpr: ['f9'] }, 'keys.mpr'],
    ['a key of the page', { mpr: ['alt+s'] }, 'keys.mpr'],
    ['a capital letter', { mpr: ['shift+s'] }, 'keys.mpr'],
    ['a key of the browser', { mpr: ['ctrl+w'] }, 'keys.mpr'],
    ['one key for two commands', { mpr: ['q'], invert: ['q'] }, 'keys.mpr'],
    ['more than four keys', { mpr: ['q', 'u', 'j', 'n', 'y'] }, 'keys.mpr'],
  ])('are refused with %s', async (_words, keys, field) => {
    const reader = await someone()
    const answer = await save(reader, { set: 'standard', keys, mouse: {} })
    expect(answer.json()).toMatchObject({ code: 'INVALID_FIELD', message: expect.stringContaining(field) })
    expect(await read(reader)).toBeNull()
  })
})

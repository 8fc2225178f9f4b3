import { randomUUID } from 'node:crypto'
import { outbox } from '@readroom/db/core/outbox.schema'
import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { deadLetters } from '@readroom/db/operations/dead-letters.schema'
import { createCast } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

describe('failed jobs', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const call = (method: 'GET' | 'POST' | 'DELETE', path = '') =>
    api.request({ method, url: `/api/admin/dead-letters${path}` }, cast.admin)
  const list = async (): Promise<{ _id: string; name: string; canRetry: boolean }[]> => (await call('GET')).json().data

  async function addLetter(name: string, payload: object) {
    await insertDeadLetter(api.db, { source: 'job', name, payload, reason: 'OrthancDown: no answer' })
    const letter = (await list()).find((found) => found.name === name)
    if (!letter) throw new Error('the letter is not listed')
    return letter
  }

  it('lists a failed job, and queues it again', async () => {
    const payload = { v: 1, batchId: randomUUID() }
    const letter = await addLetter('dispatch.send', payload)
    expect(letter).toMatchObject({ source: 'job', reason: 'OrthancDown: no answer', times: 1, canRetry: true })
    expect((await call('POST', `/${letter._id}/retry`)).statusCode).toBe(200)
    expect(await api.db.select().from(outbox).where(eq(outbox.name, 'dispatch.send'))).toMatchObject([{ kind: 'job', payload }])
    expect((await list()).map(({ _id }) => _id)).not.toContain(letter._id)
    expect((await call('POST', `/${letter._id}/retry`)).json().code).toBe('DEAD_LETTER_NOT_FOUND')
  })

  it('cannot retry a job that this version does not know, but can dismiss it', async () => {
    const letter = await addLetter('of.tomorrow', { v: 1 })
    expect(letter.canRetry).toBe(false)
    expect((await call('POST', `/${letter._id}/retry`)).json().code).toBe('DEAD_LETTER_UNKNOWN')
    expect(await api.db.$count(deadLetters, eq(deadLetters.id, letter._id))).toBe(1)
    expect((await call('DELETE', `/${letter._id}`)).statusCode).toBe(200)
    expect(await api.db.$count(deadLetters, eq(deadLetters.id, letter._id))).toBe(0)
  })
})

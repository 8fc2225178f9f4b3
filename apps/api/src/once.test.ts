import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { answeredChanges } from '@readroom/db/core/answered-changes.schema'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { studyDiscussions } from '@readroom/db/studies/discussions/discussions.schema'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callerOf, makeScene, makeTarget, type Scene } from './testing/examples/example.fixture.ts'
import { examples } from './testing/examples/examples.fixture.ts'

describe('a change that is sent again by the same key', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene()
  })
  afterAll(() => scene.api.stop())

  const send = (request: InjectOptions, key: string, caller: Caller | null) =>
    scene.api.request({ ...request, headers: { 'idempotency-key': key } }, caller ?? undefined)
  const traces = async () => [await scene.api.db.$count(auditLog), await scene.api.db.$count(outbox)]

  const changes = allEndpoints.filter(({ once }) => once)
  it.each(changes.map(({ method, path }) => `${method} ${path}`))('%s: is made once, and answered alike', async (name) => {
    const example = examples[name]
    if (!example) throw new Error('this endpoint has no example: add one to testing/examples')
    const caller = callerOf(scene, example)
    const request = await example.request(scene, await makeTarget(scene), caller)
    const [key, before] = [randomUUID(), await traces()]
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => send(request, key, caller)))
    expect(first?.statusCode).toBe(200)
    const left = await traces()
    expect(left).not.toEqual(before)
    for (const other of [...others, await send(request, key, caller)]) {
      expect(other.statusCode).toBe(200)
      expect(other.json()).toEqual(first?.json())
    }
    expect(await traces()).toEqual(left)
  })

  const comment = async () => {
    const { _id } = await makeTarget(scene)
    const ask = (text: string, key: string, caller: Caller = scene.cast.admin) =>
      send({ method: 'POST', url: `/api/studies/${_id}/discussions`, payload: { comment: text } }, key, caller)
    const count = () => scene.api.db.$count(studyDiscussions, eq(studyDiscussions.studyId, _id))
    return { ask, count, studyId: _id }
  }

  it('is refused if it is another change, and made if another user sends it', async () => {
    const { ask, count } = await comment()
    const key = randomUUID()
    await ask('Please compare.', key)
    const other = await ask('Please compare with 2023.', key)
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await ask('Please compare.', key, scene.cast.staffA)).statusCode).toBe(200)
    expect(await count()).toBe(2)
  })

  it('is refused without a trace if the key is none', async () => {
    const { ask, count, studyId } = await comment()
    const answer = await ask('Please compare.', 'again')
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_FIELD'])
    expect(await count()).toBe(0)
    expect(await scene.api.db.$count(answeredChanges, eq(answeredChanges.studyId, studyId))).toBe(0)
  })

  it('is made if it was refused before', async () => {
    const { ask, count } = await comment()
    const key = randomUUID()
    expect((await ask('Please compare.', key, scene.cast.staffB)).statusCode).toBe(404)
    expect((await ask('Please compare.', key)).statusCode).toBe(200)
    expect(await count()).toBe(1)
  })
})

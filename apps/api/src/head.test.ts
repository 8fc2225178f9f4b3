import { isDeepStrictEqual } from 'node:util'
import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, makeScene, makeTarget, type Scene } from './testing/examples/example.fixture.ts'
import { examples } from './testing/examples/examples.fixture.ts'
import { digestTables } from './testing/table-digests.fixture.ts'

/** Session activity and counted tries change without being an effect of the request. */
const ignored = ['sessions', 'attempts']

describe('HEAD', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene()
  })
  afterAll(() => scene.api.stop())

  const snapshot = () => digestTables(scene.api, ignored)

  for (const { path, leavesTrace = false } of allEndpoints.filter(({ method }) => method === 'GET')) {
    const isSocket = path.startsWith('/ws/')

    it(`of ${path} changes nothing, and has the status of GET`, async () => {
      const example = examples[`GET ${path}`]
      if (!example) throw new Error('this endpoint has no example: add one to testing/examples')
      const caller = callerOf(scene, example)
      const { url, headers = {} } = await example.request(scene, await makeTarget(scene), caller)
      const ask = (method: 'HEAD' | 'GET') => scene.api.request({ method, headers, url: String(url) }, caller ?? undefined)
      const before = await snapshot()
      const head = await ask('HEAD')
      expect(await snapshot()).toEqual(before)
      expect(head.body).toBe('')
      const get = await ask('GET')
      if (!isSocket) expect(head.statusCode).toBe(get.statusCode)
      // Only endpoints with `leavesTrace` leave a trace, and they always do unless refused.
      const after = await snapshot()
      expect(!isDeepStrictEqual(after, before)).toBe((leavesTrace && get.statusCode < 400) || isSocket)
    })
  }

  it('queues no missing ZIP', async () => {
    const { orthancId } = await makeTarget(scene)
    const url = `/api/download/study/${orthancId}/r2-direct`
    const before = await snapshot()
    expect((await scene.api.request({ method: 'HEAD', url }, scene.cast.staffA)).statusCode).toBe(404)
    expect(await snapshot()).toEqual(before)
  })
})

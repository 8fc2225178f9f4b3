import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApiProcess } from '../../testing/api-process.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let program: Awaited<ReturnType<typeof startApiProcess>>

beforeAll(async () => {
  api = await startTestApi()
  program = await startApiProcess(api)
})
afterAll(async () => {
  await program.kill()
  await api.stop()
})

it('share tokens are never logged, even if the request fails', async () => {
  const cast = await createCast(api.db)
  const study = await createStudy(api.db, { labId: cast.labA.id })
  const made = await api.request(
    { method: 'POST', url: '/api/sharing/generate-link', payload: { studyId: study.id } },
    cast.staffA,
  )
  const token = made.json().shareableLink.slice(-43)
  const paths = ['/share', '/api/sharing/access', '/viewer/share', '/api/sharing/unknown', '/viewer/unknown']
  const statuses = []
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status } = await fetch(`${program.origin}${path}/${token}`, { method, redirect: 'manual' })
      statuses.push(status)
    }
    await fetch(`${program.origin}${path}/${token}%zz?token=${token}`)
  }
  expect(statuses).toEqual([404, 404, 404, 200, 200, 400, 302, 302, 404, 404, 404, 404, 404, 404, 404])
  await eventually(async () => expect(program.log().match(/"msg":"answered"/g)?.length).toBeGreaterThanOrEqual(statuses.length))
  expect(program.log()).toContain('/api/sharing/access/:token')
  expect(program.log()).not.toContain(token)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/eventually'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const script = fileURLToPath(new URL('../../testing/main.fixture.mjs', import.meta.url))

let api: TestApi
let program: ChildProcess
let log = ''

beforeAll(async () => {
  api = await startTestApi()
  const env = Object.entries({ ...api.config, PORT: 0, LOG_LEVEL: 'trace' }).map(([name, value]) => [name, String(value)])
  program = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...Object.fromEntries(env) } })
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  }
})
afterAll(async () => {
  program.kill('SIGKILL')
  await api.stop()
})

it('no share token stands in a log, whatever becomes of the request', async () => {
  const cast = await createCast(api.db)
  const study = await createStudy(api.db, { labId: cast.labA.id })
  const made = await api.request(
    { method: 'POST', url: '/api/sharing/generate-link', payload: { studyId: study.id } },
    cast.staffA,
  )
  const token = made.json().shareableLink.slice(-43)
  const origin = await eventually(async () => {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(log) ?? []
    if (!found) throw new Error(`the API has not said where it listens: ${log}`)
    return found
  })
  const paths = ['/share', '/api/sharing/access', '/viewer/share', '/api/sharing/unknown', '/viewer/unknown']
  const statuses = []
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status } = await fetch(`${origin}${path}/${token}`, { method, redirect: 'manual' })
      statuses.push(status)
    }
    await fetch(`${origin}${path}/${token}%zz?token=${token}`)
  }
  expect(statuses).toEqual([404, 404, 404, 200, 200, 404, 302, 302, 404, 404, 404, 404, 404, 404, 404])
  await eventually(async () => expect(log.match(/"msg":"answered"/g)?.length).toBeGreaterThanOrEqual(statuses.length))
  expect(log).toContain('/api/sharing/access/:token')
  expect(log).not.toContain(token)
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/test-api.ts'

const page = '<!doctype html><title>Readroom</title>'

let dir: string
let api: TestApi
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-web-'))
  await writeFile(join(dir, 'index.html'), page)
  api = await startTestApi({ env: { WEB_DIR: dir } })
})
afterAll(async () => {
  await api.stop()
  await rm(dir, { recursive: true, force: true })
})

test.each(['*/*', 'text/html', undefined])('the portal answers / with its page to clients that accept %s', async (accept) => {
  const answer = await api.request({ url: '/?from=mail', headers: accept === undefined ? {} : { accept } })
  expect([answer.statusCode, answer.body]).toEqual([200, page])
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html', 'x-robots-tag': 'noindex, nofollow' })
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
})

test('other paths are pages only for browsers, and calls are never pages', async () => {
  const get = async (url: string, accept: string) => (await api.request({ url, headers: { accept } })).statusCode
  expect(await get('/studies', 'text/html')).toBe(200)
  expect(await get('/studies', '*/*')).toBe(404)
  expect(await get('/api/nothing', 'text/html')).toBe(404)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const noted = 'drizzle.__drizzle_migrations'
const newest = `id = (select max(id) from ${noted})`

const ready = async () => {
  const answer = await api.request({ method: 'GET', url: '/readyz' })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() }
}

const isOlder = {
  status: 503,
  retryAfter: '5',
  body: {
    success: false,
    code: 'NOT_READY',
    message: 'Not ready: the schema of the database is older than this program, its migrations have not run.',
  },
}

it('is not ready while a migration of the program is missing, and ready once it has run', async () => {
  expect((await ready()).status).toBe(200)
  await api.asOwner(`update ${noted} set created_at = created_at - 1 where ${newest}`)
  expect(await ready()).toEqual(isOlder)
  await api.asOwner(`update ${noted} set created_at = created_at + 1 where ${newest}`)
  expect((await ready()).status).toBe(200)
})

it('is not ready while the database has never had its functions and triggers, which later ones may have replaced', async () => {
  await api.asOwner(`update drizzle.__programs set digest = 'not ' || digest`)
  expect(await ready()).toEqual(isOlder)
  await api.asOwner(`update drizzle.__programs set digest = replace(digest, 'not ', '')`)
  await api.asOwner(`insert into drizzle.__programs (digest) values ('tomorrow')`)
  expect((await ready()).status).toBe(200)
})

it('is ready with the schema of a newer program', async () => {
  await api.asOwner(`insert into ${noted} (hash, created_at) values ('tomorrow', 9999999999999)`)
  expect((await ready()).status).toBe(200)
  await api.asOwner(`delete from ${noted} where hash = 'tomorrow'`)
})

it('is not ready if the migrations are too old to be read', async () => {
  await api.asOwner(`revoke select on ${noted} from readroom_app`)
  expect(await ready()).toEqual(isOlder)
  await api.asOwner(`grant select on ${noted} to readroom_app`)
})

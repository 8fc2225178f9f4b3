import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/eventually'
import { startPostgres } from '@readroom/local/postgres'
import { openSmallDisk, type SmallDisk } from '@readroom/local/small-disk'
import { supervise } from '@readroom/local/supervise'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

/** A database takes 70 MB before it holds anything. */
const DISK_BYTES = 120_000_000
const unavailable = {
  success: false,
  code: 'UNAVAILABLE',
  message: 'The service is not available at the moment. Please try again shortly.',
}

vi.setConfig({ testTimeout: 90_000 })

let canMount: boolean
beforeAll(async () => {
  const disk = await openSmallDisk(4_096)
  canMount = disk !== null
  await disk?.close()
})
beforeEach(({ skip }) => skip(!canMount, 'needs the right to mount a small disk'))

/** Others take all the room that is left on a disk; answers what gives it back. */
async function fill(disk: SmallDisk): Promise<() => Promise<void>> {
  const others = join(disk.dir, 'others')
  await writeFile(others, Buffer.alloc(DISK_BYTES)).catch(() => {})
  const makeRoom = () => rm(others, { force: true })
  onTestFinished(makeRoom)
  expect(await disk.freeBytes()).toBe(0)
  return makeRoom
}

/** The API on a PostgreSQL that has a small disk to itself, and is started again whenever it ends; a discussion to write to. */
async function startOnSmallDisk() {
  const disk = await openSmallDisk(DISK_BYTES)
  if (!disk) throw new Error('no small disk')
  onTestFinished(() => disk.close())
  const ended = new AbortController()
  const dir = join(disk.dir, 'postgres')
  const postgres = await supervise('PostgreSQL', ended.signal, (previous?: Awaited<ReturnType<typeof startPostgres>>) =>
    startPostgres({ dir, port: previous?.port, signal: ended.signal }),
  )
  onTestFinished(async () => {
    ended.abort()
    await postgres.stop()
  })
  const api = await startTestApi({ databaseServer: postgres.first.url })
  onTestFinished(() => api.stop())
  const { admin, labA } = await createCast(api.db)
  const study = await createStudy(api.db, { labId: labA.id })
  const url = `/api/studies/${study.id}/discussions`
  const taken: string[] = []
  return {
    disk,
    api,
    postgres: postgres.first,
    /** Says so much in the discussion, and remembers what was taken. */
    say: async (comment: string) => {
      const answer = await api.request({ method: 'POST', url, payload: { comment } }, admin)
      if (answer.statusCode === 200) taken.push(comment)
      return answer
    },
    taken,
    /** How the page System says that the database does. */
    stateShown: async () => {
      const answer = await api.request({ method: 'GET', url: '/api/admin/system/state' }, admin)
      return answer.json().state.dependencies.find(({ name }: { name: string }) => name === 'database').state
    },
    readAll: async () => {
      const answer = await api.request({ method: 'GET', url }, admin)
      return answer.json().discussions.map(({ comment }: { comment: string }) => comment)
    },
  }
}

const ready = async (api: TestApi) => (await api.request({ method: 'GET', url: '/readyz' })).json()

it('refuses in words what the database has no room for, reads on, says so, and goes on by itself', async () => {
  const { disk, api, say, taken, readAll, stateShown } = await startOnSmallDisk()
  for (let n = 0; n < 5; n++) await say(`before ${n}`)
  expect(await ready(api)).toMatchObject({ dependencies: { database: 'up' } })

  const makeRoom = await fill(disk)
  const refused = await eventually(async () => {
    const answer = await say('x'.repeat(1_500))
    expect(answer.statusCode).not.toBe(200)
    return answer
  })
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, unavailable, '5'])
  expect(await readAll()).toEqual(taken)
  expect(await ready(api)).toMatchObject({ success: true, dependencies: { database: 'full' } })
  expect(await stateShown()).toBe('full')

  await makeRoom()
  expect((await say('after')).statusCode).toBe(200)
  expect(await readAll()).toEqual(taken)
  await eventually(async () => expect(await ready(api)).toMatchObject({ dependencies: { database: 'up' } }))
})

it('loses nothing that was taken where the database ends for want of room, and goes on when it is back', async () => {
  const { disk, api, postgres, say, taken, readAll } = await startOnSmallDisk()
  for (let n = 0; n < 5; n++) await say(`before ${n}`)
  const makeRoom = await fill(disk)
  // Its log of changes takes more than the files that it has for it: PostgreSQL ends, as it must, and cannot start.
  await eventually(async () => {
    await expect(api.asOwner("select pg_logical_emit_message(true, '', repeat('x', 8000000))")).rejects.toThrow()
  })
  await postgres.exited
  const refused = await say('meanwhile')
  expect([refused.statusCode, refused.json()]).toEqual([503, unavailable])
  expect(await ready(api)).toMatchObject({ code: 'NOT_READY' })

  await makeRoom()
  await eventually(async () => expect((await say('after')).statusCode).toBe(200))
  expect(await readAll()).toEqual(taken)
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { eventually } from '@readroom/local/core/eventually'
import { startPostgres } from '@readroom/local/services/postgres'
import { openSmallDisk, type SmallDisk } from '@readroom/local/services/small-disk'
import { supervise } from '@readroom/local/system/supervise'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApi, type TestApi } from './testing/test-api.ts'

/** An empty database already takes 70 MB. */
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

/** Fills the rest of the disk with other files. Returns the function that frees it. */
async function fill(disk: SmallDisk): Promise<() => Promise<void>> {
  const others = join(disk.dir, 'others')
  await writeFile(others, Buffer.alloc(DISK_BYTES)).catch(() => {})
  const makeRoom = () => rm(others, { force: true })
  onTestFinished(makeRoom)
  expect(await disk.freeBytes()).toBe(0)
  return makeRoom
}

/** Starts the API with a PostgreSQL that has a small disk to itself and restarts when it ends. Makes a discussion to write to. */
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
    /** Adds a comment to the discussion, and remembers it if it was accepted. */
    say: async (comment: string) => {
      const answer = await api.request({ method: 'POST', url, payload: { comment } }, admin)
      if (answer.statusCode === 200) taken.push(comment)
      return answer
    },
    taken,
    /** Returns the database state on the System page. */
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

it('refuses writes with a clear error while the disk is full, still reads, and recovers by itself', async () => {
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

it('loses no accepted write if PostgreSQL ends on a full disk, and continues when it is back', async () => {
  const { disk, api, postgres, say, taken, readAll } = await startOnSmallDisk()
  for (let n = 0; n < 5; n++) await say(`before ${n}`)
  const makeRoom = await fill(disk)
  let hasEnded = false
  void postgres.exited.then(() => {
    hasEnded = true
  })
  // The write-ahead log outgrows its files, so PostgreSQL ends, as it must, and cannot start. A failure before that ends only the statement.
  await eventually(async () => {
    await api.asOwner("select pg_logical_emit_message(true, '', repeat('x', 8000000))").catch(() => {})
    expect(hasEnded).toBe(true)
  })
  const refused = await say('meanwhile')
  expect([refused.statusCode, refused.json()]).toEqual([503, unavailable])
  expect(await ready(api)).toMatchObject({ code: 'NOT_READY' })

  await makeRoom()
  await eventually(async () => expect((await say('after')).statusCode).toBe(200))
  expect(await readAll()).toEqual(taken)
})

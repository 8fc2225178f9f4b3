import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { eventually } from '../core/eventually.ts'
import { findPids, listProcesses, makePlace, STUB_PROGRAMS, spawnSystem } from './system.fixture.ts'

vi.setConfig({ testTimeout: 90_000 })

async function readJson(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, 'utf8'))
}

test('it starts, describes itself, brings back what dies, and stops without leaving a process', async () => {
  const place = await makePlace()
  const system = spawnSystem(place)
  await system.ready
  expect(system.lines).toEqual([`Readroom is ready at http://localhost:${place.env.PORT}`])

  const services = await readJson(join(place.dataDir, 'services.json'))
  const demo = await readJson(join(place.dataDir, 'run', 'demo', 'env.json'))
  expect(demo).toMatchObject({ DATABASE_URL: services.DATABASE_URL, STORAGE_DRIVER: 'local', READROOM_DATA: place.dataDir })
  expect(demo).toMatchObject({ SMTP_URL: services.SMTP_URL, SUPPORT_EMAIL: 'support@readroom.example' })
  for (const name of ['services.json', 'secrets.json']) expect((await stat(join(place.dataDir, name))).mode & 0o777).toBe(0o600)

  const pid = await (await fetch(place.url)).text()
  process.kill(Number(pid), 'SIGKILL')
  await eventually(async () => expect(await (await fetch(place.url)).text()).not.toBe(pid))

  const since = Date.now()
  system.process.kill('SIGTERM')
  expect(await system.exited).toBe(0)
  expect(Date.now() - since).toBeLessThan(15_000)
  expect(await listProcesses(place.root)).toEqual([])
})

test('an archive that dies again and again comes back each time, and the other services go on', async () => {
  const place = await makePlace()
  const system = spawnSystem(place)
  await system.ready
  const { ORTHANC_URL, ORTHANC_USERNAME, ORTHANC_PASSWORD } = await readJson(join(place.dataDir, 'services.json'))
  const authorization = `Basic ${Buffer.from(`${ORTHANC_USERNAME}:${ORTHANC_PASSWORD}`).toString('base64')}`
  const answers = async () => (await fetch(`${ORTHANC_URL}/system`, { headers: { authorization } })).ok
  const others = async () => (await findPids(place.root)).filter(({ title }) => /api\.mjs|worker\.mjs|redis-server/.test(title))
  const before = await others()
  expect(before).toHaveLength(3)
  const archive = async () => (await findPids(place.root)).find(({ title }) => title.startsWith('Orthanc'))?.pid
  let last: number | undefined
  for (let deaths = 0; deaths < 8; deaths += 1) {
    const pid = await eventually(async () => {
      const found = await archive()
      expect(found ?? last).not.toBe(last)
      return found
    })
    last = pid
    // Every other time as soon as it is there, before it answers.
    if (deaths % 2 === 0) await eventually(async () => expect(await answers()).toBe(true))
    process.kill(pid ?? 0, 'SIGKILL')
  }
  await eventually(async () => expect(await answers()).toBe(true))
  expect(await others()).toEqual(before)
})

test('after kill -9 a second start continues with the same secrets and settings', async () => {
  const place = await makePlace()
  Object.assign(place.env, { MAIL_FROM: 'Radiology <radiology@example.org>', SUPPORT_EMAIL: 'it@example.org' })
  const first = spawnSystem(place)
  await first.ready
  const secrets = await readJson(join(place.dataDir, 'secrets.json'))
  first.process.kill('SIGKILL')
  const second = spawnSystem(place)
  await second.ready
  expect(await readJson(join(place.dataDir, 'secrets.json'))).toEqual(secrets)
  const demo = await readJson(join(place.dataDir, 'run', 'demo', 'env.json'))
  expect(demo).toMatchObject({ MAIL_FROM: place.env.MAIL_FROM, SUPPORT_EMAIL: 'it@example.org' })
})

test('a second copy on the same folder says so and leaves the first alone', async () => {
  const place = await makePlace()
  const first = spawnSystem(place)
  await first.ready
  const second = spawnSystem(place)
  expect(await second.exited).toBe(1)
  expect(second.lines).toEqual([expect.stringContaining('already running')])
  expect((await fetch(place.url)).status).toBe(200)
})

test('a failed migration ends the start with its own words and leaves nothing running', async () => {
  const place = await makePlace()
  const system = spawnSystem(place, { ...STUB_PROGRAMS, prepare: [{ name: 'migrate', entry: 'broken.mjs' }] })
  expect(await system.exited).toBe(1)
  expect(system.lines.join('\n')).toContain('migrate failed; its log ends with:\nrelation "users" is broken')
  expect(await listProcesses(place.root)).toEqual([])
})

test('a signal in the middle of starting leaves nothing running', async () => {
  const place = await makePlace()
  const system = spawnSystem(place)
  await eventually(async () => expect(await listProcesses(place.root)).not.toEqual([]))
  system.process.kill('SIGTERM')
  await system.exited
  expect(await listProcesses(place.root)).toEqual([])
})

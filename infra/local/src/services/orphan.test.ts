import { expect, test } from 'vitest'
import { eventually } from '../core/eventually.ts'
import { makeFolder, started } from '../core/folder.fixture.ts'
import { startAndKillParent } from './orphan.fixture.ts'
import { startOrthanc } from './orthanc.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

const services = [
  { module: './postgres.ts', name: 'startPostgres', start: startPostgres },
  { module: './redis.ts', name: 'startRedis', start: startRedis },
  { module: './orthanc.ts', name: 'startOrthanc', start: startOrthanc },
]

test.each(services)('$name continues on the folder of a parent that was killed', async ({ module, name, start }) => {
  const dir = await makeFolder()
  const abandoned = await startAndKillParent(module, name, { dir, durable: false })
  const service = await started<{ url: string; kill: () => Promise<void> }>(start({ dir, durable: false }))
  expect(service.url).not.toBe(abandoned)
})

test('a killed parent takes its child along', async () => {
  const dir = await makeFolder()
  const abandoned = new URL(await startAndKillParent('./orthanc.ts', 'startOrthanc', { dir, durable: false }))
  await eventually(() => expect(fetch(abandoned)).rejects.toThrow())
})

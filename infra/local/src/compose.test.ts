import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { Env as ApiEnv } from '../../../apps/api/src/config.ts'
import { Env as WorkerEnv } from '../../../apps/worker/src/config.ts'
import { orthancSettings } from './orthanc-settings.ts'

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      restart: z.string(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      ports: z.array(z.string()).default([]),
    }),
  ),
})

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const { services } = Compose.parse(parse(await read('docker-compose.yml'), { merge: true }))

/** What Compose makes of a value when the `.env` file has it. */
function filledIn(environment: Record<string, string | number>): Record<string, string> {
  const values: Record<string, string> = { PUBLIC_URL: 'https://portal.example.org', SMTP_URL: 'smtp://mail.example.org' }
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name, fallback) => values[name] ?? fallback ?? 'x'.repeat(40))
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]))
}

test.each([
  ['api', ApiEnv],
  ['worker', WorkerEnv],
])('the %s gets only variables that it reads, and all that it needs', (name, Env) => {
  const environment = filledIn(services[name]?.environment ?? {})
  const known = Object.keys(Env.shape)
  expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([])
  expect(Env.safeParse(environment).error).toBeUndefined()
})

test('only the portal and the DICOM port can be reached from outside', () => {
  const open = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port.split(':').at(-1)}`))
  expect(open).toEqual(['orthanc 4242', 'api 8080'])
})

test('every image is pinned', () => {
  const images = Object.values(services).flatMap(({ image }) => (image === undefined ? [] : [image]))
  for (const image of images) expect(image).toMatch(/:\S*\d+\S*$/)
})

test('the archive in a container behaves as the private one', async () => {
  const place = { httpPort: 8042, dicomPort: 4242, aeTitle: 'READROOM', username: 'readroom', password: '', durable: true }
  const { Plugins, HttpPort, RegisteredUsers, ...shared } = orthancSettings(place)
  const folder = '/var/lib/orthanc/db'
  const own = { StorageDirectory: folder, IndexDirectory: folder, RemoteAccessAllowed: true }
  expect(JSON.parse(await read('infra/docker/orthanc.json'))).toEqual({ ...shared, ...own })
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { Env as ApiEnv, readConfig as readApiConfig } from '../../../apps/api/src/config.ts'
import { mailSender, readConfig as readWorkerConfig, Env as WorkerEnv } from '../../../apps/worker/src/config.ts'
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

const needed = { PUBLIC_URL: 'https://portal.example.org', SMTP_URL: 'smtps://readroom:secret@mail.example.org' }

/** What Compose makes of a service's variables; a needed one that `given` lacks is some long text. */
function filledIn(name: string, given: Record<string, string> = needed): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name, fallback) => given[name] ?? fallback ?? 'x'.repeat(40))
  return Object.fromEntries(Object.entries(services[name]?.environment ?? {}).map(([name, value]) => [name, fill(String(value))]))
}

test.each([
  ['api', ApiEnv, readApiConfig],
  ['worker', WorkerEnv, readWorkerConfig],
])('the %s gets only variables that it reads, and all that it needs', (name, Env, readConfig) => {
  const environment = filledIn(name)
  const known = Object.keys(Env.shape)
  expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([])
  expect(() => readConfig(environment)).not.toThrow()
})

test('where mail goes, who it is from and whom it names reach the programs', () => {
  const mail = {
    SMTP_URL: 'smtp://relay.example.org:25',
    MAIL_FROM: 'Radiology <radiology@example.org>',
    SUPPORT_EMAIL: 'it@example.org',
  }
  const given = { ...needed, ...mail }
  expect(readWorkerConfig(filledIn('worker', given))).toMatchObject(mail)
  expect(readApiConfig(filledIn('api', given)).SUPPORT_EMAIL).toBe('it@example.org')
  expect(mailSender(readWorkerConfig(filledIn('worker')))).toBe('Readroom <no-reply@portal.example.org>')
})

test('a mail server must be named', async () => {
  expect(await read('docker-compose.yml')).toContain('${SMTP_URL:?set SMTP_URL in .env, the mail server')
  expect(() => readWorkerConfig(filledIn('worker', { ...needed, SMTP_URL: '' }))).toThrow('SMTP_URL')
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
  const loaded = ['DICOM_WEB_PLUGIN_ENABLED', 'GDCM_PLUGIN_ENABLED', 'ORTHANC_WEB_VIEWER_PLUGIN_ENABLED']
  expect(filledIn('orthanc')).toMatchObject(Object.fromEntries(loaded.map((name) => [name, 'true'])))
  const folder = '/var/lib/orthanc/db'
  const scripts = ['/etc/orthanc/refuse-when-full.lua']
  const own = { StorageDirectory: folder, IndexDirectory: folder, RemoteAccessAllowed: true, LuaScripts: scripts }
  expect(JSON.parse(await read('infra/docker/orthanc.json'))).toEqual({ ...shared, ...own })
  expect(await read('docker-compose.yml')).toContain('./infra/docker/refuse-when-full.lua:/etc/orthanc/refuse-when-full.lua:ro')
})

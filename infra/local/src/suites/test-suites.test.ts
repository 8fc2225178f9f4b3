import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../core/folder.fixture.ts'
import { runSuites, type Suite } from './test-suites.ts'

afterEach(() => vi.restoreAllMocks())

async function run(outcomes: { report?: object; code: number }[]): Promise<{ code: number; sum: string; root: string }> {
  const root = await makeFolder()
  await writeFile(
    join(root, 'suite.mjs'),
    `import { writeFileSync } from 'node:fs'
     const [file, report, code] = process.argv.slice(2)
     if (report !== '') writeFileSync(file, report)
     process.exit(Number(code))`,
  )
  const suites = outcomes.map(
    ({ report, code }, index): Suite => ({
      name: `stub ${index}`,
      script: 'suite.mjs',
      cwd: '.',
      args: (file) => [file, report ? JSON.stringify(report) : '', String(code)],
      env: () => ({}),
      readOutcomes: (outcomes) => ({ passed: 0, skipped: 0, failed: [], flaky: [], ...Object(outcomes) }),
      readTimes: () => ({ servicesSeconds: 1.5, files: [{ name: `file ${index}`, importSeconds: 1, testSeconds: index }] }),
    }),
  )
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await runSuites(root, suites, process.env, [{ name: 'build', seconds: 27 }])
  return { code, sum: String(lines.at(-1)), root }
}

const failure = { test: 'a.test.ts › waits', error: 'too late' }

test('the last line sums all suites', async () => {
  const result = await run([
    { report: { passed: 3, skipped: 1 }, code: 0 },
    { report: { passed: 2 }, code: 0 },
  ])
  expect(result).toMatchObject({ code: 0, sum: '5 passed, 0 failed, 0 flaky, 1 skipped\n' })
})

test.each([
  ['a failed test', [{ report: { passed: 1, failed: [failure] }, code: 1 }], '1 passed, 1 failed'],
  ['a suite that breaks without a failed test', [{ report: { passed: 1 }, code: 1 }], '1 passed, 1 failed'],
  ['a suite without a report', [{ code: 0 }, { report: { passed: 1 }, code: 0 }], '1 passed, 1 failed'],
  ['no test at all', [{ report: {}, code: 0 }], '0 passed, 0 failed'],
  ['many flaky tests', [{ report: { passed: 5, flaky: [failure, failure, failure] }, code: 0 }], '5 passed, 0 failed, 3 flaky'],
])('%s fails the run', async (_what, outcomes, line) => {
  expect(await run(outcomes)).toMatchObject({ code: 1, sum: expect.stringContaining(line) })
})

test('a single flaky test is named, and the run is good', async () => {
  const { code, sum, root } = await run([{ report: { passed: 5, flaky: [failure] }, code: 0 }])
  expect(code).toBe(0)
  expect(sum).toContain('flaky: a.test.ts › waits')
  expect(await readFile(join(root, 'test-results/outcomes.txt'), 'utf8')).toBe(sum)
})

test('leaves the seconds of each phase and of each file', async () => {
  const { root } = await run([
    { report: { passed: 1 }, code: 0 },
    { report: { passed: 1 }, code: 0 },
  ])
  const phases = await readFile(join(root, 'test-results/phases.txt'), 'utf8')
  expect(phases).toMatch(/^build +27\.0 s\nstub 0 +[\d.]+ s\n {2}services +1\.5 s\n/)
  const files = await readFile(join(root, 'test-results/files.txt'), 'utf8')
  expect(
    files
      .split('\n')
      .slice(1, 3)
      .map((line) => line.trim()),
  ).toEqual(['1.0     1.0  file 1', '1.0     0.0  file 0'])
})

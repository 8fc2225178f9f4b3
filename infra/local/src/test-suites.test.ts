import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder } from './folder.fixture.ts'
import { runSuites, type Suite } from './test-suites.ts'

afterEach(() => vi.restoreAllMocks())

async function run(outcomes: { report?: object; code: number }[]): Promise<{ code: number; lines: unknown[] }> {
  const root = await makeFolder()
  await writeFile(
    join(root, 'suite.mjs'),
    `import { writeFileSync } from 'node:fs'
     const [file, report, code] = process.argv.slice(2)
     if (report !== '') writeFileSync(file, report)
     process.exit(Number(code))`,
  )
  const suites = outcomes.map(
    ({ report, code }): Suite => ({
      name: 'stub',
      script: 'suite.mjs',
      cwd: '.',
      args: (file) => [file, report ? JSON.stringify(report) : '', String(code)],
      env: () => ({}),
      count: (counts) => ({ passed: 0, failed: 0, skipped: 0, ...Object(counts) }),
    }),
  )
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return { code: await runSuites(root, suites, process.env), lines }
}

test('the last line sums all suites', async () => {
  const result = await run([
    { report: { passed: 3, skipped: 1 }, code: 0 },
    { report: { passed: 2 }, code: 0 },
  ])
  expect(result).toEqual({ code: 0, lines: ['5 passed, 0 failed, 1 skipped'] })
})

test.each([
  ['a failed test', [{ report: { passed: 1, failed: 1 }, code: 1 }], '1 passed, 1 failed, 0 skipped'],
  ['a suite that breaks without a failed test', [{ report: { passed: 1 }, code: 1 }], '1 passed, 1 failed, 0 skipped'],
  ['a suite without a report', [{ code: 0 }, { report: { passed: 1 }, code: 0 }], '1 passed, 1 failed, 0 skipped'],
  ['no test at all', [{ report: {}, code: 0 }], '0 passed, 0 failed, 0 skipped'],
])('%s fails the run', async (_what, outcomes, line) => {
  expect(await run(outcomes)).toEqual({ code: 1, lines: [line] })
})

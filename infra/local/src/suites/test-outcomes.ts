import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { PlaywrightReport, specsOf } from './playwright-report.ts'

/** A test that did not pass the first time. */
export interface Failure {
  /** Its file and its name. */
  test: string
  /** The first line of the error that ended it. */
  error: string
}

export interface Outcomes {
  passed: number
  skipped: number
  failed: Failure[]
  /** They failed, ran again and passed. They count as passed, too. */
  flaky: Failure[]
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
})

/** Returns the first line of a message, without the colours of a terminal. */
function firstLine(message = ''): string {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n')
  return line
}

/** Reads Vitest's JSON report. A file that could not be loaded counts as one failed test. */
export function readVitestOutcomes(report: unknown): Outcomes {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = VitestReport.parse(report)
  const failed: Failure[] = []
  const flaky: Failure[] = []
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name)
    if (status === 'failed' && assertionResults.length === 0) failed.push({ test: file, error: firstLine(message) })
    for (const { fullName, status: outcome, failureMessages } of assertionResults) {
      const failure = { test: `${file} › ${fullName}`, error: firstLine(failureMessages[0]) }
      if (outcome === 'failed') failed.push(failure)
      // Vitest keeps the errors of a test that passed when it ran again.
      else if (outcome === 'passed' && failureMessages.length > 0) flaky.push(failure)
    }
  }
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failed, flaky }
}

/** Reads Playwright's JSON report. An error outside all tests counts as one failed test. */
export function readPlaywrightOutcomes(report: unknown): Outcomes {
  const { suites, stats, errors } = PlaywrightReport.parse(report)
  const failuresWith = (wanted: string): Failure[] =>
    specsOf(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({
          test: `${file} › ${title}`,
          error: firstLine(results.find(({ error }) => error !== undefined)?.error?.message),
        })),
    )
  const outside = errors.map(({ message }) => ({ test: 'outside all tests', error: firstLine(message) }))
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failed: [...failuresWith('unexpected'), ...outside],
    flaky: failuresWith('flaky'),
  }
}

/** Returns the outcomes of several suites as one. */
export function addOutcomes(all: Outcomes[]): Outcomes {
  const sum = { passed: 0, skipped: 0, failed: [], flaky: [] } satisfies Outcomes
  return all.reduce<Outcomes>(
    (total, outcomes) => ({
      passed: total.passed + outcomes.passed,
      skipped: total.skipped + outcomes.skipped,
      failed: [...total.failed, ...outcomes.failed],
      flaky: [...total.flaky, ...outcomes.flaky],
    }),
    sum,
  )
}

/** So many tests of a run may fail and pass when they run again (docs/decisions/core/tests.md, "Flaky tests"). */
export const FLAKY_LIMIT = 2

/** Whether the run is good: something passed, nothing failed, and no more tests were flaky than the limit allows. */
export const isGood = ({ passed, failed, flaky }: Outcomes): boolean =>
  passed > 0 && failed.length === 0 && flaky.length <= FLAKY_LIMIT

/** Returns a line for each failed and each flaky test with its error, and the sum as the last line. */
export function formatOutcomes({ passed, skipped, failed, flaky }: Outcomes): string {
  const lines = (word: string, failures: Failure[]) => failures.map(({ test, error }) => `${word}: ${test}\n    ${error}\n`)
  const tooMany = flaky.length > FLAKY_LIMIT ? `more than ${FLAKY_LIMIT} flaky tests fail the run\n` : ''
  const sum = `${passed} passed, ${failed.length} failed, ${flaky.length} flaky, ${skipped} skipped\n`
  return [...lines('failed', failed), ...lines('flaky', flaky), tooMany, sum].join('')
}

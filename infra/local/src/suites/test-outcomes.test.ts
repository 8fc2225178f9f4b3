import { expect, test } from 'vitest'
import { addOutcomes, FLAKY_LIMIT, formatOutcomes, isGood, readPlaywrightOutcomes, readVitestOutcomes } from './test-outcomes.ts'

test('names the failed and the flaky tests of Vitest, and a file that cannot be loaded', () => {
  const report = {
    numPassedTests: 2,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'waits', status: 'passed', failureMessages: ['Error: too late\n  at line 3'] },
          { fullName: 'divides', status: 'failed', failureMessages: ['\u001b[31mError: by zero\u001b[39m\n  at line 4'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'SyntaxError: no end', assertionResults: [] },
    ],
  }
  expect(readVitestOutcomes(report)).toEqual({
    passed: 2,
    skipped: 3,
    failed: [
      { test: 'a.test.ts › divides', error: 'Error: by zero' },
      { test: 'b.test.ts', error: 'SyntaxError: no end' },
    ],
    flaky: [{ test: 'a.test.ts › waits', error: 'Error: too late' }],
  })
})

test('names the failed and the flaky tests of Playwright, and errors outside all tests', () => {
  const spec = (title: string, status: string, errors: (string | undefined)[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [
      { status, results: errors.map((message) => ({ duration: 5, ...(message === undefined ? {} : { error: { message } }) })) },
    ],
  })
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no server' }],
    suites: [
      {
        specs: [spec('opens', 'expected', [undefined])],
        suites: [{ specs: [spec('waits', 'flaky', ['too late', undefined]), spec('closes', 'unexpected', ['stays', 'stays'])] }],
      },
    ],
  }
  expect(readPlaywrightOutcomes(report)).toEqual({
    passed: 5,
    skipped: 2,
    failed: [
      { test: 'a.spec.ts › closes', error: 'stays' },
      { test: 'outside all tests', error: 'no server' },
    ],
    flaky: [{ test: 'a.spec.ts › waits', error: 'too late' }],
  })
})

const failure = { test: 'a.test.ts › waits', error: 'too late' }

test('suites add up, and the last line has the sums', () => {
  const outcomes = { passed: 1, skipped: 3, failed: [failure], flaky: [failure, failure] }
  expect(formatOutcomes(addOutcomes([outcomes, outcomes]))).toMatch(/\n2 passed, 2 failed, 4 flaky, 6 skipped\n$/)
})

test('failed and flaky tests are listed with their errors', () => {
  const outcomes = { passed: 1, skipped: 0, failed: [failure], flaky: [] }
  expect(formatOutcomes(outcomes)).toMatch(/^failed: a\.test\.ts › waits\n {4}too late\n/)
})

test('a run with as many flaky tests as allowed is good, and with one more it is not', () => {
  const flaky = Array.from({ length: FLAKY_LIMIT }, () => failure)
  const outcomes = { passed: 10, skipped: 0, failed: [], flaky }
  expect(isGood(outcomes)).toBe(true)
  expect(isGood({ ...outcomes, flaky: [...flaky, failure] })).toBe(false)
})

test('a run without tests, or with a failed one, is not good', () => {
  expect(isGood({ passed: 0, skipped: 1, failed: [], flaky: [] })).toBe(false)
  expect(isGood({ passed: 10, skipped: 0, failed: [failure], flaky: [] })).toBe(false)
})

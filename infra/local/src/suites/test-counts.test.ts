import { expect, test } from 'vitest'
import { addCounts, countPlaywright, countVitest } from './test-counts.ts'

test('a file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 3 })
})

test('an error outside all tests, and a test that passed only when it ran again, are failures', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no server' }] }
  expect(countPlaywright(report)).toEqual({ passed: 4, failed: 3, skipped: 2 })
})

test('suites add up', () => {
  const counts = { passed: 1, failed: 2, skipped: 3 }
  expect(addCounts([counts, counts])).toEqual({ passed: 2, failed: 4, skipped: 6 })
})

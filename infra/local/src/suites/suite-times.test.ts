import { expect, test } from 'vitest'
import { formatFiles, formatPhases, phasesOf, readPlaywrightTimes } from './suite-times.ts'

const vitest = {
  servicesSeconds: 2,
  files: [
    { name: 'node fast.test.ts', importSeconds: 0.5, testSeconds: 1 },
    { name: 'node slow.test.ts', importSeconds: 3, testSeconds: 40.25 },
  ],
}

const spec = (file: string, ...durations: number[]) => ({
  file,
  title: 'waits',
  tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
})

test('a suite is services, imports and tests', () => {
  expect(formatPhases([{ name: 'vitest', seconds: 30 }, ...phasesOf(vitest)])).toBe(
    [
      'vitest                      30.0 s',
      '  services                   2.0 s',
      '  import, all workers        3.5 s',
      '  tests, all workers        41.3 s',
      '',
    ].join('\n'),
  )
})

test('the slowest file is the first line', () => {
  const [, first] = formatFiles([vitest]).split('\n')
  expect(first).toBe('     3.0    40.3  node slow.test.ts')
})

test('a browser test counts for its file with every attempt and in every group', () => {
  const report = {
    stats: { expected: 4, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      { specs: [spec('sign-in.spec.ts', 1000, 500)], suites: [{ specs: [spec('sign-in.spec.ts', 2000)] }] },
      { specs: [spec('filters.spec.ts', 4000)] },
    ],
  }
  expect(readPlaywrightTimes(report).files).toEqual([
    { name: 'browser sign-in.spec.ts', importSeconds: 0, testSeconds: 3.5 },
    { name: 'browser filters.spec.ts', importSeconds: 0, testSeconds: 4 },
  ])
})

import { expect, test } from 'vitest'
import { readTestArguments } from './test-arguments.ts'
import { testSuites } from './test-suites.ts'

/** Returns the name of each suite that `npm test` starts, and what is added to its usual arguments. */
function suitesOf(...args: string[]): [string, string[]][] {
  const usual = new Map(testSuites({ extra: [] }).map(({ name, args: argsFor }) => [name, argsFor('report').length]))
  return testSuites(readTestArguments(args)).map(({ name, args: argsFor }) => [name, argsFor('report').slice(usual.get(name))])
}

test.each([
  {
    args: [],
    suites: [
      ['Vitest', []],
      ['Playwright', []],
    ],
  },
  {
    args: ['packages/db'],
    suites: [
      ['Vitest', ['packages/db']],
      ['Playwright', []],
    ],
  },
  {
    args: ['--shard', '2/3'],
    suites: [
      ['Vitest', ['--shard=2/3']],
      ['Playwright', ['--shard=2/3']],
    ],
  },
  { args: ['--suite', 'vitest', '--shard', '1/3'], suites: [['Vitest', ['--shard=1/3']]] },
  { args: ['--suite', 'playwright', 'filters', '--', '-g', 'panel'], suites: [['Playwright', ['filters', '-g', 'panel']]] },
])('npm test -- $args runs $suites', ({ args, suites }) => {
  expect(suitesOf(...args)).toEqual(suites)
})

test.each([
  { args: ['--suite', 'jest'], message: '"vitest"|"playwright"' },
  { args: ['--shard', '3'], message: 'a shard is its number and how many there are, such as 1/3' },
  { args: ['--watch'], message: "Unknown option '--watch'" },
])('npm test -- $args is refused', ({ args, message }) => {
  expect(() => suitesOf(...args)).toThrow(message)
})

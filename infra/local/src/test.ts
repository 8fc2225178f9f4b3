import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from './core/config.ts'
import type { Phase } from './suites/suite-times.ts'
import { readTestArguments } from './suites/test-arguments.ts'
import { runSuites, testSuites } from './suites/test-suites.ts'

/** The second half of `npm test`, after bootstrap.mjs has installed and built everything, which took `phases`. */
export async function main(args: string[], phases: Phase[]): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  process.exit(await runSuites(root, testSuites(readTestArguments(args)), inheritedEnvironment(), phases))
}

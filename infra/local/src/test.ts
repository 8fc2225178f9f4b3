import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from './config.ts'
import type { Phase } from './suite-times.ts'
import { readTestArguments } from './test-arguments.ts'
import { runSuites, testSuites } from './test-suites.ts'

/** The second half of `npm test`, after bootstrap.mjs has installed and built everything, which took `phases`. */
export async function main(args: string[], phases: Phase[]): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  process.exit(await runSuites(root, testSuites(readTestArguments(args)), inheritedEnvironment(), phases))
}

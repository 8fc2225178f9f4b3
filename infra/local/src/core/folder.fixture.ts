import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, removed after it. Things started later in the test are stopped before that. */
export async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Stops what a test started, however the test ends. */
export async function started<T extends { kill: () => Promise<void> }>(starting: Promise<T>): Promise<T> {
  const running = await starting
  onTestFinished(running.kill)
  return running
}

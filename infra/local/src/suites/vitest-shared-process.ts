import { afterAll, expect } from 'vitest'
import { inheritedEnvironment } from '../core/config.ts'

const advice = 'This file leaves its process changed for the next one. Restore it, or list the file in vitest.config.ts.'

/** Libraries listen to this once, when they are first used. */
const isOfLibraries = (event: string | symbol) => event === 'exit'

/** Returns what test files could change in the process that they share. */
function describeProcess() {
  // libvips writes this once, when the first picture is decoded.
  const { VIPSHOME: _, ...environment } = inheritedEnvironment()
  return {
    environment,
    directory: process.cwd(),
    listeners: process
      .eventNames()
      .filter((event) => !isOfLibraries(event))
      .map((event) => `${process.listenerCount(event)} of ${String(event)}`),
    globals: { Date, setTimeout, setInterval, setImmediate, fetch },
  }
}

const before = describeProcess()
afterAll(() => expect(describeProcess(), advice).toEqual(before))

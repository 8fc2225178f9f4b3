import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import fc from 'fast-check'

const maxDelayMs = 400
const delayCount = 1000

/**
 * Delays every request of a browser by a random time, so that scripts and answers arrive late and in a different order. The same seed gives the same
 * delays.
 */
export async function slowDown(context: BrowserContext, seed: number): Promise<void> {
  const delays = fc.sample(fc.nat({ max: maxDelayMs }), { seed, numRuns: delayCount })
  let requests = 0
  await context.route('**/*', async (route) => {
    const wait = delays[requests % delayCount]
    requests += 1
    await delay(wait)
    // A page that was closed meanwhile has dropped its requests.
    await route.continue().catch(() => undefined)
  })
}

import { z } from 'zod'

const PlaywrightError = z.object({ message: z.string().default('') })

const PlaywrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({ status: z.string(), results: z.array(z.object({ duration: z.number(), error: PlaywrightError.optional() })) }),
  ),
})
type PlaywrightSpec = z.infer<typeof PlaywrightSpec>

const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>

/** The parts of Playwright's JSON report that are read here. */
export const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  stats: z.object({ expected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(PlaywrightError),
})

/** Returns the specs of all suites, nested ones too. */
export function specsOf(suites: PlaywrightSuite[]): PlaywrightSpec[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])
}

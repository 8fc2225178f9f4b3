import { defineConfig } from '@playwright/test'
import { config } from './src/core/config.ts'
import type { TestOptions } from './src/core/test.ts'

/** Pages are painted without OpenGL, which halves the time of a run; the viewer's WebGL is computed by SwiftShader. */
const withoutGraphicsCard = ['--disable-gpu', '--enable-unsafe-swiftshader']

/** A handful of journeys that run on a slow network; SLOW_NETWORK=<seed> slows all tests down. */
const slowJourneys = /@slow-network/
const everyOther = { testMatch: '*.spec.ts', testIgnore: ['faults.spec.ts', 'screenshots.spec.ts'] }

/** The faults go first: they wait for a frozen archive while the other workers have something to do. */
const tests = [
  { name: 'faults', testMatch: 'faults.spec.ts' },
  { name: 'browser', ...everyOther, grepInvert: slowJourneys },
  { name: 'slow network', ...everyOther, grep: slowJourneys, use: { slowNetwork: config.slowNetwork ?? 20 } },
]

/** The pictures of the README show the demo alone, so nothing else runs beside them. */
const screenshots = [{ name: 'screenshots', testMatch: 'screenshots.spec.ts' }]

export default defineConfig<TestOptions>({
  testDir: 'src',
  projects: config.updateScreenshots ? screenshots : tests,
  globalSetup: './src/core/global-setup.ts',
  fullyParallel: true,
  // Tests wait for pages and jobs a third of the time: one more worker than processors keeps two processors busy.
  workers: 3,
  // A test that failed runs again with a trace, which would slow every first run down. `npm test` limits how many may pass only then.
  retries: 1,
  forbidOnly: config.ci,
  // Waits end as soon as their condition holds, so these cost nothing. They allow for a machine that is several times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    // A film of the page costs more than the tests themselves if there is no graphics card.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: { executablePath: config.chromiumPath, args: ['--no-sandbox', ...withoutGraphicsCard] },
  },
})

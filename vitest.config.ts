import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests import the packages' sources (export condition `source`), so that none needs a build first. */
const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

const nodeTests = [
  'apps/{api,worker,operator}/src/**/*.test.ts',
  'apps/viewer/src/**/*.test.js',
  'packages/*/src/**/*.test.ts',
  'infra/*/src/**/*.test.ts',
]

/** Each of these files gets a process of its own. All others share one per worker and import each module once. */
const isolatedTests = [
  // They stop, freeze or fill a service: an error that arrives late must not reach another file.
  'apps/api/src/{outage,frozen,frozen-services,full-database}.test.ts',
  'apps/api/src/core/http/drain.test.ts',
  'apps/worker/src/studies/intake/outage.test.ts',
  'packages/db/src/migration/database-copy.test.ts',
  'packages/jobs/src/workers.test.ts',
  'infra/local/src/**/*.test.ts',
  // It changes the time.
  'apps/api/src/access/sign-in/clock.test.ts',
  // It changes the environment and reads the console.
  'apps/operator/src/access/reset-second-factor.test.ts',
  // They measure the memory of their process.
  'packages/storage/src/storage.test.ts',
  'packages/hl7/src/mllp/frames-memory.test.ts',
]

const common = {
  // Tests wait for services much of the time.
  maxWorkers: availableParallelism() + 1,
  // These only end tests that hang, also on a busy machine. Benchmarks measure how fast something is.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000 } },
}

const node = { ...common, globalSetup: ['infra/local/src/suites/vitest-services.ts'] }

export default defineConfig({
  test: {
    projects: [
      // Projects run in the order of their names.
      { ...source, test: { ...node, name: 'isolated', include: isolatedTests, isolate: true } },
      {
        ...source,
        test: {
          ...node,
          name: 'node',
          include: nodeTests,
          exclude: [...configDefaults.exclude, ...isolatedTests],
          isolate: false,
          setupFiles: ['infra/local/src/suites/vitest-shared-process.ts'],
        },
      },
      {
        ...source,
        extends: './apps/web/vite.config.ts',
        test: {
          ...common,
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['apps/web/src/testing/shared-page.ts'],
        },
      },
    ],
  },
})

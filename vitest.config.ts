import { defineConfig } from 'vitest/config'

/** Tests import the packages' sources (export condition `source`), so that none needs a build first. */
const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          include: [
            'apps/{api,worker}/src/**/*.test.ts',
            'apps/viewer/src/**/*.test.js',
            'packages/*/src/**/*.test.ts',
            'infra/*/src/**/*.test.ts',
          ],
          globalSetup: ['infra/local/src/vitest-services.ts'],
          testTimeout: 30_000,
          // A second, as it is without, is not enough where other things run.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        extends: './apps/web/vite.config.ts',
        test: { name: 'web', environment: 'jsdom', include: ['apps/web/src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})

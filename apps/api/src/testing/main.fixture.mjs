// Runs the API from its sources as a separate process, with the given environment.
import { fileURLToPath } from 'node:url'
import { createViteServer } from 'vitest/node'

const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  server: { middlewareMode: true, ws: false, watch: null },
  ssr: { resolve: { conditions: ['source'] } },
})
await vite.ssrLoadModule(fileURLToPath(new URL('../main.ts', import.meta.url)))

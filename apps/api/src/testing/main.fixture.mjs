// Runs the API's program from its source in a process of its own, with the environment that it is given.
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

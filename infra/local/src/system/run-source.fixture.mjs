// Runs a program from its source in a process of its own: its file as the argument, with the environment that it is given.
import { createViteServer } from 'vitest/node'

const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  server: { middlewareMode: true, ws: false, watch: null },
  ssr: { resolve: { conditions: ['source'] } },
})
await vite.ssrLoadModule(process.argv[2])

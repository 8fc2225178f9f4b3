// Runs a whole system from source in a process of its own, with the programs given as JSON. Arguments: root, programs.
import { createViteServer } from 'vitest/node'

const [root, programs] = process.argv.slice(2)
const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  server: { middlewareMode: true, ws: false, watch: null },
})
const load = (file) => vite.ssrLoadModule(new URL(file, import.meta.url).pathname)
const [{ readConfig }, { runSystem }] = await Promise.all([load('../core/config.ts'), load('../start.ts')])
try {
  process.exitCode = await runSystem(readConfig(root), JSON.parse(programs))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
process.exit()

// Starts one service from its source in a process of its own, says its URL, and stays. Arguments: module, function, options as JSON.
import { createViteServer } from 'vitest/node'

const [module, name, options] = process.argv.slice(2)
const vite = await createViteServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  server: { middlewareMode: true, ws: false, watch: null },
})
const { [name]: start } = await vite.ssrLoadModule(module)
const service = await start(JSON.parse(options))
console.log(service.url)
setInterval(() => {}, 60_000)

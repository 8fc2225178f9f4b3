import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a service in another process and kills that process with SIGKILL. Returns the service's URL. */
export async function startAndKillParent(module: string, name: string, options: unknown): Promise<string> {
  const script = fileURLToPath(new URL('start-service.fixture.mjs', import.meta.url))
  const source = fileURLToPath(new URL(module, import.meta.url))
  const parent = spawn(process.execPath, [script, source, name, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(parent, 'exit')
  const [line] = await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  await ended
  return String(line).trim()
}

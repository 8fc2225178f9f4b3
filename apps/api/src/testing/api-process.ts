import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eventually } from '@readroom/local/core/eventually'
import type { TestApi } from './test-api.ts'

const script = fileURLToPath(new URL('main.fixture.mjs', import.meta.url))

type ApiProcess = {
  origin: string
  pid: number
  /** Returns its output so far. */
  log(): string
  signal(name: NodeJS.Signals): void
  /** Its exit code, null after a signal. */
  exited: Promise<number | null>
  kill(): Promise<void>
}

async function answering(origin: string): Promise<string> {
  await (await fetch(`${origin}/healthz`)).text()
  return origin
}

/** Starts the API as its own process, with the database and the files of `api`. */
export async function startApiProcess(
  api: TestApi,
  env: Record<string, string> = {},
  { port = 0, stdout = 'pipe' }: { port?: number; stdout?: 'pipe' | number } = {},
): Promise<ApiProcess> {
  const variables = Object.entries({ ...api.config, PORT: port, LOG_LEVEL: 'trace', ...env }).map(([name, value]) => [
    name,
    String(value),
  ])
  const program = spawn(process.execPath, [script], {
    stdio: ['ignore', stdout, 'pipe'],
    env: Object.fromEntries(variables),
  })
  const exited = once(program, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
  let text = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const origin = await eventually(async () => {
    if (port !== 0) return answering(`http://127.0.0.1:${port}`)
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
    if (!found) throw new Error(`the API has not said where it listens: ${text}`)
    return found
  })
  return {
    origin,
    pid: program.pid ?? 0,
    log: () => text,
    signal: (name) => void program.kill(name),
    exited,
    kill: async () => {
      program.kill('SIGKILL')
      await exited
    },
  }
}

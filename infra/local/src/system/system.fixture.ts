import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { onTestFinished } from 'vitest'
import { inheritedEnvironment } from '../core/config.ts'
import { makeFolder } from '../core/folder.fixture.ts'
import type { Programs } from './programs.ts'

/** Stub programs: migrate and demo leave their environment behind, the api answers its pid, the worker just stays. */
const STUBS = {
  'migrate.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('env.json', JSON.stringify(process.env))`,
  'demo.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('env.json', JSON.stringify(process.env))`,
  'api.mjs': `import { createServer } from 'node:http'
    createServer((_, response) => response.end(String(process.pid))).listen(process.env.PORT, process.env.HOST)`,
  'worker.mjs': `setInterval(() => {}, 60_000)`,
  'broken.mjs': `console.error('relation "users" is broken'); process.exit(3)`,
}

export const STUB_PROGRAMS: Programs = {
  prepare: [{ name: 'migrate', entry: 'migrate.mjs' }],
  keep: [
    { name: 'api', entry: 'api.mjs', readyPath: '/readyz' },
    { name: 'worker', entry: 'worker.mjs' },
  ],
  demo: { name: 'demo', entry: 'demo.mjs' },
}

export interface Place {
  root: string
  dataDir: string
  env: Record<string, string>
  url: string
}

export async function makePlace(): Promise<Place> {
  const root = await makeFolder()
  const dataDir = join(root, '.data')
  await mkdir(dataDir)
  await Promise.all(Object.entries(STUBS).map(([name, text]) => writeFile(join(root, name), text)))
  const [port, dicomPort] = await Promise.all([getPort(), getPort()])
  return { root, dataDir, url: `http://127.0.0.1:${port}`, env: { PORT: String(port), DICOM_PORT: String(dicomPort) } }
}

export interface SystemProcess {
  process: ChildProcess
  /** All lines so far, of both outputs. */
  lines: string[]
  ready: Promise<void>
  /** The exit code, null after a signal. */
  exited: Promise<number | null>
}

export function spawnSystem(place: Place, programs: Programs = STUB_PROGRAMS): SystemProcess {
  const script = fileURLToPath(new URL('run-system.fixture.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, place.root, JSON.stringify(programs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: inheritedEnvironment().PATH, ...place.env },
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('Readroom is ready')) resolve()
      })
    }
  })
  const exited = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  })
  const startedUp = Promise.race([ready, exited.then(() => Promise.reject(new Error(lines.join('\n'))))])
  startedUp.catch(() => {})
  return { process: child, lines, ready: startedUp, exited }
}

/** The processes that stand anywhere in the folder. */
export async function findPids(folder: string): Promise<{ pid: number; title: string }[]> {
  const own = await realpath(folder)
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      const title = cwd.startsWith(own) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : ''
      return { pid: Number(pid), title }
    }),
  )
  return found.filter(({ title }) => title !== '')
}

/** Their titles. */
export const listProcesses = async (folder: string): Promise<string[]> => (await findPids(folder)).map(({ title }) => title)

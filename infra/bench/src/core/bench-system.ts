import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenDb, openDatabase } from '@readroom/db/core/client'
import { lockFolder } from '@readroom/local/core/folder-lock'
import { startPostgres } from '@readroom/local/services/postgres'
import pg from 'pg'
import { startApi } from './api-process.ts'
import { createBenchDatabase } from './bench-database.ts'

type BenchSystem = { dir: string; databaseUrl: string; pool: pg.Pool; api: Awaited<ReturnType<typeof startApi>> }
type Options = { studies: number; env?: Record<string, string> }

/** Kept: a database of a million studies takes minutes to make. */
const keptDir = join(tmpdir(), 'readroom-bench')

/** Runs `work` beside the PostgreSQL that keeps the prepared databases. */
export async function withKeptPostgres<T>(work: (postgresUrl: string) => Promise<T>): Promise<T> {
  const lock = await lockFolder(keptDir)
  const postgres = await startPostgres({ dir: join(keptDir, 'postgres') })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
    lock.release()
  }
}

/** Runs `work` with the URL of a database with as many studies as asked for, of worklist-data.ts. */
export const withStudies = <T>(studies: number, work: (databaseUrl: string) => Promise<T>): Promise<T> =>
  withKeptPostgres(async (postgresUrl) => work(await createBenchDatabase(postgresUrl, studies)))

/** Such a database, and the connections of the application and of bare SQL to it, while `work` runs. */
export async function withOpenStudies<T>(studies: number, work: (open: { db: OpenDb; pool: pg.Pool }) => Promise<T>): Promise<T> {
  return withStudies(studies, async (databaseUrl) => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    // The server stops while the pool's last connection still closes.
    pool.on('error', () => {})
    const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
    try {
      return await work({ db, pool })
    } finally {
      await Promise.all([close(), pool.end()])
    }
  })
}

/** Such a database and the API's process on it while `work` runs. */
export async function withApi<T>({ studies, env = {} }: Options, work: (system: BenchSystem) => Promise<T>): Promise<T> {
  return withStudies(studies, async (databaseUrl) => {
    const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
    const pool = new pg.Pool({ connectionString: databaseUrl })
    pool.on('error', () => {})
    const api = await startApi({ dir, databaseUrl, env })
    try {
      return await work({ dir, databaseUrl, pool, api })
    } finally {
      await api.stop()
      await pool.end()
      await rm(dir, { recursive: true, force: true })
    }
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMigrations } from '@readroom/db/migrations'
import { createDatabase, startPostgres } from '@readroom/local/postgres'
import pg from 'pg'
import { startApi } from './api-process.ts'
import { fillDatabase } from './worklist-data.ts'

type BenchSystem = { dir: string; databaseUrl: string; pool: pg.Pool; api: Awaited<ReturnType<typeof startApi>> }
type Options = { studies: 'none' | 'many'; env?: Record<string, string> }

/** A PostgreSQL and the API's process on it while `work` runs. `many` studies are those of worklist-data.ts. */
export async function withApi<T>({ studies, env = {} }: Options, work: (system: BenchSystem) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const databaseUrl = await createDatabase(postgres.url, 'bench')
  await applyMigrations(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl })
  pool.on('error', () => {})
  if (studies === 'many') for (const statement of fillDatabase.split(';\n')) await pool.query(statement)
  const api = await startApi({ dir, databaseUrl, env })
  try {
    return await work({ dir, databaseUrl, pool, api })
  } finally {
    await api.stop()
    await pool.end()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

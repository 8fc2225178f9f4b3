import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMigrations } from '@readroom/db/migrations'
import { createDatabase, startPostgres } from '@readroom/local/postgres'
import pg from 'pg'
import { z } from 'zod'
import { startApi } from './api-process.ts'
import { fillStatements } from './worklist-data.ts'

type BenchSystem = { dir: string; databaseUrl: string; pool: pg.Pool; api: Awaited<ReturnType<typeof startApi>> }
type Options = { studies: number; env?: Record<string, string> }

const Indexes = z.array(z.object({ indexname: z.string(), indexdef: z.string() }))

/** Fills the database, and builds its indexes afterwards, which is many times faster. One connection: the data's helpers are temporary tables. */
async function fill(pool: pg.Pool, studies: number): Promise<void> {
  const client = await pool.connect()
  const { rows } = await client.query(`select indexname, indexdef from pg_indexes
    where tablename in ('studies', 'assignments') and indexname not in ('studies_study_instance_uid') and indexdef not like 'CREATE UNIQUE%'`)
  const indexes = Indexes.parse(rows)
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  for (const statement of fillStatements(studies)) await client.query(statement)
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze')
  client.release(true)
}

/** A PostgreSQL and the API's process on it while `work` runs. As many studies as asked for, of worklist-data.ts. */
export async function withApi<T>({ studies, env = {} }: Options, work: (system: BenchSystem) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const databaseUrl = await createDatabase(postgres.url, 'bench')
  await applyMigrations(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl })
  pool.on('error', () => {})
  if (studies > 0) await fill(pool, studies)
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

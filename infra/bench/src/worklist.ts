import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { applyMigrations } from '@readroom/db/migrations'
import { worklistCounts, worklistPage } from '@readroom/db/queries/worklist'
import { createDatabase, startPostgres } from '@readroom/local/postgres'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { startApi } from './api-process.ts'
import { benchArchiveFind } from './archive-find.ts'
import type { Figure } from './figure.ts'
import { fillDatabase } from './worklist-data.ts'

const rounds = 60
const admin = { role: 'admin', labId: null, doctorId: null } as const
const page = { viewer: admin, tab: 'all', limit: 100, after: null } as const

/** The median time of `work` in milliseconds, after a warm-up. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = -10; round < rounds; round++) {
    const start = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[rounds / 2] ?? Number.NaN
}

/** The floor: the same statements through `pg` and `JSON.stringify`, without a server around them. */
function floorOf(pool: pg.Pool, statements: SQL[]): () => Promise<unknown> {
  const queries = statements.map((statement) => new PgDialect().sqlToQuery(statement))
  return async () => {
    const results = await Promise.all(queries.map(({ sql, params }) => pool.query(sql, params)))
    return results.map(({ rows }) => JSON.stringify(rows))
  }
}

const ratio = (name: string, value: number, limit: number): Figure => ({ name, value, unit: '', limit })

/** A page of 100 rows and the four counts at 100,000 studies, as whole HTTP answers: against the floor, and against the archive's own search. */
export async function benchWorklist(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const url = await createDatabase(postgres.url, 'bench')
  await applyMigrations(url)
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => {})
  for (const statement of fillDatabase.split(';\n')) await pool.query(statement)
  const api = await startApi({ dir, databaseUrl: url })
  try {
    const find = await benchArchiveFind(join(dir, 'archive'), median)
    const [pageFloor, countsFloor] = [
      floorOf(pool, [worklistPage(page), worklistCounts(admin)]),
      floorOf(pool, [worklistCounts(admin)]),
    ]
    const times = {
      page: await median(() => api.get('/api/admin/studies?limit=100')),
      pageFloor: await median(pageFloor),
      counts: await median(() => api.get('/api/admin/values')),
      countsFloor: await median(countsFloor),
    }
    const ms = (value: number) => `${value.toFixed(1)} ms`
    return [
      ratio(`page of 100, HTTP ${ms(times.page)} over floor ${ms(times.pageFloor)}`, times.page / times.pageFloor, 2),
      ratio(`four counts, HTTP ${ms(times.counts)} over floor ${ms(times.countsFloor)}`, times.counts / times.countsFloor, 2),
      ratio(`page of 100 over the archive's find ${ms(find)}`, times.page / find, 1),
      ratio(`four counts over the archive's find ${ms(find)}`, times.counts / find, 1),
    ]
  } finally {
    await api.stop()
    await pool.end()
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

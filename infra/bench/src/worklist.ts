import { join } from 'node:path'
import { StudyFilters } from '@readroom/contracts/study-filters'
import { worklistCounts, worklistPage } from '@readroom/db/queries/worklist'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { benchArchiveFind } from './archive-find.ts'
import { withApi } from './bench-system.ts'
import type { Figure } from './figure.ts'
import { medianTime } from './statistics.ts'

const rounds = 60
const admin = { role: 'admin', labId: null, doctorId: null } as const
const ready = { filters: StudyFilters.parse({}), words: {}, now: new Date(), zone: 'UTC' }
const sort = { key: 'uploadDate', descending: true } as const
const page = { viewer: admin, tab: 'all', limit: 100, after: null, sort, ready } as const

const median = (work: () => Promise<unknown>) => medianTime(rounds, work)

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
  return withApi({ studies: 'many' }, async ({ dir, pool, api }) => {
    const find = await benchArchiveFind(join(dir, 'archive'), median)
    const [pageFloor, countsFloor] = [
      floorOf(pool, [worklistPage(page), worklistCounts(admin, ready)]),
      floorOf(pool, [worklistCounts(admin, ready)]),
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
  })
}

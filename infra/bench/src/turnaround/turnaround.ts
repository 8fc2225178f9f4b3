import { TurnaroundFilters } from '@readroom/contracts/turnaround/turnaround-report'
import { maxExportRows } from '@readroom/contracts/worklist/exports'
import { type Database, openDatabase } from '@readroom/db/core/client'
import { whereOf } from '@readroom/db/turnaround/turnaround-filters'
import { readTurnaroundRecords } from '@readroom/db/turnaround/turnaround-record'
import { turnaroundCounts, turnaroundPage } from '@readroom/db/turnaround/turnaround-report'
import { turnaroundGroups, turnaroundTimes } from '@readroom/db/turnaround/turnaround-summary'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { peakGrowth } from '../core/peak-memory.ts'
import { medianTime, quantile, time } from '../core/statistics.ts'
import { type Reader, signInReaders } from '../worklist/worklist-readers.ts'

const studies = 1_000_000
const rounds = 20
const dayMs = 86_400_000
const newest = { key: 'uploadDate', descending: true } as const

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** A month, a year, and everything: a million. */
const ranges = { month: { fromDate: daysAgo(30) }, year: { fromDate: daysAgo(365) }, everything: { fromDate: '2000-01-01' } }
const narrowed = { 'year of CT': { ...ranges.year, modality: 'CT' }, 'year of "mer"': { ...ranges.year, search: 'mer' } }
const byReport = { 'year by report date': { ...ranges.year, dateType: 'reportDate' } }
/** Everything before it is gone past. */
const deep = { 'last page of everything': { ...ranges.everything, page: '9990' } }
const cases: Record<string, Record<string, string>> = { ...ranges, ...narrowed, ...byReport, ...deep }

type Api = { get: (path: string, token: string) => Promise<string>; origin: string; pid: number }

/** As many days as hold nearly all rows that a file may have. */
const exported = { fromDate: daysAgo(Math.floor((maxExportRows * 126_000_000) / studies / 86_400) - 1) }

const Ids = z.array(z.object({ id: z.string() }))

/** Returns the report's statements without a server around them: the counts beside the page, and then its rows. */
function bare({ db, pool }: Database, caller: Reader['caller'], [page, counts]: [SQL, SQL]) {
  const [cut, sums] = [new PgDialect().sqlToQuery(page), new PgDialect().sqlToQuery(counts)]
  return async () => {
    const [{ rows }] = await Promise.all([pool.query(cut.sql, cut.params), pool.query(sums.sql, sums.params)])
    const ids = Ids.parse(rows).map(({ id }) => id)
    return readTurnaroundRecords(db, caller, ids)
  }
}

async function slowest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    const took = await time(work)
    if (round >= 0) times.push(took)
  }
  return quantile(times, 0.95)
}

/** Measures the charts against their own two statements without a server around them. */
async function summaryFigures(api: Api, { db, pool }: Database, { role, caller, token }: Reader): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of ['month', 'year'] as const) {
    const request = { caller, filters: TurnaroundFilters.parse(ranges[name]), zone: 'UTC' }
    const where = await whereOf(db, request)
    const statements = [turnaroundTimes(where, request), turnaroundGroups(where, request)].map((one) =>
      new PgDialect().sqlToQuery(one),
    )
    const floor = () => Promise.all(statements.map((one) => pool.query(one.sql, one.params)))
    const path = `/api/tat/summary?${new URLSearchParams(ranges[name])}`
    const http = await slowest(() => api.get(path, token))
    const [typical, bareMs] = [await medianTime(rounds, () => api.get(path, token)), await medianTime(rounds, floor)]
    const over = `HTTP ${typical.toFixed(1)} ms over bare SQL ${bareMs.toFixed(1)} ms`
    figures.push(
      { name: `${role}, summary of a ${name}, 95th percentile`, value: http, unit: ' ms', limit: 1000 },
      { name: `${role}, summary of a ${name}, ${over}`, value: typical / bareMs, unit: '', limit: 2 },
    )
  }
  return figures
}

/** Measures the memory that the largest file takes in the server's process, read as fast as it comes. */
async function exportMemory({ origin, pid, get }: Api, { token }: Reader): Promise<Figure> {
  const query = new URLSearchParams(exported)
  const Counted = z.object({ summary: z.object({ studies: z.int() }) })
  const { summary } = Counted.parse(JSON.parse(await get(`/api/tat/report?${query}`, token)))
  let bytes = 0
  const growth = await peakGrowth(pid, async () => {
    const { body, ok } = await fetch(`${origin}/api/tat/report/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!ok || !body) throw new Error('no file')
    for await (const chunk of body) bytes += chunk.byteLength
  })
  const name = `file of ${summary.studies} rows, ${(bytes / 1e6).toFixed(1)} MB: most memory over before`
  return { name, value: growth, unit: ' MB', limit: 256 }
}

async function figuresOf(api: Api, database: Database, reader: Reader, name: string): Promise<Figure[]> {
  const query = cases[name] ?? {}
  const { page = '1', ...asked } = query
  const where = await whereOf(database.db, { caller: reader.caller, filters: TurnaroundFilters.parse(asked), zone: 'UTC' })
  const offset = (Number(page) - 1) * 100
  const floorOf = bare(database, reader.caller, [
    turnaroundPage(where, { sort: newest, limit: 100, offset }),
    turnaroundCounts(where),
  ])
  const path = `/api/tat/report?${new URLSearchParams(query)}`
  const http = await slowest(() => api.get(path, reader.token))
  const [typical, floor] = [await medianTime(rounds, () => api.get(path, reader.token)), await medianTime(rounds, floorOf)]
  const what = `${reader.role}, ${name}`
  // A month takes so little that the session and a hundred rows as JSON show.
  return [
    { name: `${what}, rows and totals, 95th percentile`, value: http, unit: ' ms', limit: name in deep ? 2000 : 1000 },
    {
      name: `${what}, HTTP ${typical.toFixed(1)} ms over bare SQL ${floor.toFixed(1)} ms`,
      value: typical / floor,
      unit: '',
      limit: 2.5,
    },
  ]
}

/** The turnaround report of a million studies as three readers see it, as whole HTTP answers. */
export async function benchTurnaround(): Promise<Figure[]> {
  return withApi({ studies }, async ({ databaseUrl, api }) => {
    const database = openDatabase(databaseUrl, { onError: () => {} })
    const figures: Figure[] = []
    for (const reader of await signInReaders(database.pool, api.signIn, 1)) {
      if (reader.role === 'admin') figures.push(await exportMemory(api, reader))
      figures.push(...(await summaryFigures(api, database, reader)))
      for (const name of Object.keys(cases)) figures.push(...(await figuresOf(api, database, reader, name)))
      const path = `/api/tat/doctors?${new URLSearchParams(ranges.year)}`
      const picker = await slowest(() => api.get(path, reader.token))
      figures.push({ name: `${reader.role}, doctors with counts of a year`, value: picker, unit: ' ms', limit: 1000 })
    }
    await database.close()
    return figures
  })
}

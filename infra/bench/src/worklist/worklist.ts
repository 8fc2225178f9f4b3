import { join } from 'node:path'
import { datePresets, type Sort, StudyFilters } from '@readroom/contracts/studies/study-filters'
import { openDatabase } from '@readroom/db/core/client'
import { readyFilters } from '@readroom/db/studies/study-filters'
import { rowsOfPage } from '@readroom/db/worklist/worklist-rows'
import { worklistCounts, worklistPage } from '@readroom/db/worklist/worklist-statements'
import { worklistStatistics } from '@readroom/db/worklist/worklist-statistics'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { type Floor, startFloor } from '../core/floor.ts'
import { medianTime, quantile, time } from '../core/statistics.ts'
import { benchArchiveFind } from '../studies/archive-find.ts'
import { openLoop } from './worklist-load.ts'
import { type Reader, signInReaders } from './worklist-readers.ts'

const studies = 1_000_000
const rounds = 40
const fragment = 'mer'
const newest: Sort = { key: 'uploadDate', descending: true }
const clock = () => ({ now: new Date(), zone: 'UTC' })

type Api = { get: (path: string, token: string) => Promise<string> }
type Tags = { tagOf: (path: string, token: string, known?: string) => Promise<string> }
type Case = { name: string; url: string; floor: SQL }
export type Times = { median: number; p95: number }
/** `alone`: asked again and again. The two others in turn. */
type Measured = { name: string; alone: Times; http: Times; floor: Times }

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Times, warm, of works that take turns: what else the machine does meanwhile falls on each alike. */
export async function inTurn(...works: (() => Promise<unknown>)[]): Promise<Times[]> {
  const times = works.map((): number[] => [])
  for (let round = -5; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const took = await time(work)
      if (round >= 0) times[index]?.push(took)
    }
  }
  return times.map((all) => ({ median: quantile(all, 0.5), p95: quantile(all, 0.95) }))
}

async function measure(api: Api, floor: Floor, { token, role }: Reader, cases: Case[]): Promise<Measured[]> {
  const measured: Measured[] = []
  await floor.serve(cases.map((one) => one.floor))
  for (const [index, { name, url }] of cases.entries()) {
    const ask = () => api.get(url, token)
    const [alone] = await inTurn(ask)
    const [http, least] = await inTurn(ask, () => floor.get(index, token))
    if (alone && http && least) measured.push({ name: `${role}, ${name}`, alone, http, floor: least })
  }
  return measured
}

/** The floor of a page: its rows and its counts as text, from one statement. */
export const floorOfPage = (caller: Reader['caller'], page: SQL, counts: SQL): SQL => sql`
  select format('{"data":%s,"counts":%s}', (select json from (${rowsOfPage(caller, sql`select id, place from (${page}) page`)}) read),
    (select json_agg(counts) from (${counts}) counts)) as body`

/** The floor of the values: the counts, and the statistics that come with them. */
const floorOfCounts = (counts: SQL, statistics: SQL): SQL => sql`
  select format('{"counts":%s,"summary":%s}', (select json_agg(counts) from (${counts}) counts),
    (select json_agg(statistics) from (${statistics}) statistics)) as body`

/** Pages and counts of a reader, under each filter. */
async function casesOf(db: Parameters<typeof readyFilters>[0], reader: Reader, queries: Record<string, string>[]) {
  const { caller, list, values } = reader
  return Promise.all(
    queries.map(async (query) => {
      const ready = await readyFilters(db, StudyFilters.parse(query), clock())
      const page = worklistPage({ caller, tab: 'all', ready, sort: newest, limit: 100, after: null })
      const counts = worklistCounts({ caller, ready })
      const asked = new URLSearchParams(query).toString()
      const name = Object.values(query).join(' ')
      return {
        page: { name, url: `${list}?limit=100&${asked}`, floor: floorOfPage(caller, page, counts) },
        counts: { name, url: `${values}?${asked}`, floor: floorOfCounts(counts, worklistStatistics(caller, clock())) },
      }
    }),
  )
}

/**
 * The slowest of several by its 95th percentile, and the one that is furthest over its floor by the medians: of the 95th percentiles of a hundred
 * lists, each of forty answers of a few milliseconds, the furthest apart are those that something else fell on.
 */
function worst(what: string, measured: Measured[], limit: number): Figure[] {
  const [slowest] = [...measured].sort((a, b) => b.alone.p95 - a.alone.p95)
  const over = ({ http, floor }: Measured) => http.median / floor.median
  const [furthest] = [...measured].sort((a, b) => over(b) - over(a))
  if (!slowest || !furthest) return []
  return [
    {
      name: `${what}, 95th percentile, slowest of ${measured.length} (${slowest.name})`,
      value: slowest.alone.p95,
      unit: ' ms',
      limit,
    },
    {
      name: `${what} (${furthest.name}), median of HTTP ${ms(furthest.http.median)} over floor ${ms(furthest.floor.median)}`,
      value: over(furthest),
      unit: '',
      limit: 2,
    },
  ]
}

const presets = datePresets.filter((preset) => preset !== 'custom').map((quickDatePreset) => ({ quickDatePreset }))
const others = [
  { modality: 'MR' },
  { emergency: 'true' },
  { workflowStatus: 'pending_assignment' },
  { modality: 'CT', emergency: 'true', quickDatePreset: 'thisMonth' },
]
const searches = [{ searchTerm: fragment }, { searchTerm: fragment, searchType: 'patientName' }]
const Page = z.object({ nextCursor: z.string().nullable() })

/** Looking for nothing is fast. */
async function checkFound(api: Api, { token, list }: Reader): Promise<void> {
  for (const query of searches) {
    const { nextCursor } = Page.parse(JSON.parse(await api.get(`${list}?limit=100&${new URLSearchParams(query)}`, token)))
    if (nextCursor === null) throw new Error(`hardly any study is called "${fragment}"`)
  }
}

/** A page of the middle of everything, against the first. */
async function deepPage(api: Api, { token, list }: Reader): Promise<Figure> {
  let cursor: string | null = null
  for (let page = 0; page < 100; page++) {
    const url: string = `${list}?limit=1000${cursor ? `&cursor=${cursor}` : ''}`
    cursor = Page.parse(JSON.parse(await api.get(url, token))).nextCursor
  }
  const [first = Number.NaN, deep = Number.NaN] = (
    await inTurn(
      () => api.get(`${list}?limit=100`, token),
      () => api.get(`${list}?limit=100&cursor=${cursor}`, token),
    )
  ).map(({ median }) => median)
  const name = `page after 100,000 rows, median of ${ms(deep)} over the first ${ms(first)}`
  return { name, value: deep / first, unit: '', limit: 1.5 }
}

/** A page that its reader has and that has not changed, against the same page sent. */
async function unchangedPage(api: Api & Tags, { token, list }: Reader): Promise<Figure> {
  const url = `${list}?limit=100`
  const tag = await api.tagOf(url, token)
  const [sent = Number.NaN, kept = Number.NaN] = (
    await inTurn(
      () => api.get(url, token),
      () => api.tagOf(url, token, tag),
    )
  ).map(({ median }) => median)
  return {
    name: `page that has not changed, median of ${ms(kept)} over the page ${ms(sent)}`,
    value: kept / sent,
    unit: '',
    limit: 0.5,
  }
}

/** Years are in very many texts, and those of another year far down the list. Asked for in turn: the server keeps nothing of the last one at hand. */
async function searchYears(api: Api, { token, list, role }: Reader): Promise<Figure[]> {
  const thisYear = new Date().getUTCFullYear()
  const years = [thisYear, thisYear - 1]
  const times = await inTurn(...years.map((year) => () => api.get(`${list}?limit=100&searchTerm=${year}`, token)))
  return years.map((year, index) => ({
    name: `search for "${year}" (${role}), 95th percentile`,
    value: times[index]?.p95 ?? Number.NaN,
    unit: ' ms',
    limit: 150,
  }))
}

/** A million studies as three readers see them, as whole HTTP answers; the archive's own search for comparison. */
export async function benchWorklist(): Promise<Figure[]> {
  return withApi({ studies }, async ({ dir, databaseUrl, api }) => {
    const { db, pool, close } = openDatabase(databaseUrl, { onError: () => {} })
    const floor = await startFloor(databaseUrl)
    const everybody = await signInReaders(pool, api.signIn, 20)
    const readers = everybody.slice(0, 3)
    for (const reader of readers) await checkFound(api, reader)
    const pages: Measured[] = []
    const counts: Measured[] = []
    const found: Measured[] = []
    for (const reader of readers) {
      const cases = await casesOf(db, reader, [...presets, ...others])
      pages.push(
        ...(await measure(
          api,
          floor,
          reader,
          cases.map((one) => one.page),
        )),
      )
      counts.push(
        ...(await measure(
          api,
          floor,
          reader,
          cases.map((one) => one.counts),
        )),
      )
      const searched = await casesOf(db, reader, searches)
      found.push(
        ...(await measure(
          api,
          floor,
          reader,
          searched.map((one) => one.page),
        )),
      )
    }
    const [admin] = readers
    if (!admin) throw new Error('nobody reads')
    const deep = await deepPage(api, admin)
    const unchanged = await unchangedPage(api, admin)
    const bare = await searchYears(api, admin)
    const load = await openLoop(api.origin, everybody, { perSecond: 300, seconds: 10 })
    const find = await benchArchiveFind(join(dir, 'archive'), (work) => medianTime(rounds, work))
    const page = await medianTime(rounds, () => api.get('/api/admin/studies?limit=100'))
    await Promise.all([close(), floor.stop()])
    return [
      ...worst('page of 100', pages, 40),
      ...worst('four counts', counts, 40),
      ...worst(`search for "${fragment}"`, found, 60),
      ...bare,
      deep,
      unchanged,
      load,
      { name: `page of 100 ${ms(page)} over the archive's find ${ms(find)}`, value: page / find, unit: '', limit: 1 },
    ]
  })
}

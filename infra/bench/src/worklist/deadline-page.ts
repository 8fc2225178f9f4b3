import { Sort, StudyFilters } from '@readroom/contracts/studies/study-filters'
import { openDatabase } from '@readroom/db/core/client'
import { readyFilters } from '@readroom/db/studies/study-filters'
import { causesStatement, selectDoctorWorkloads, selectLabWorkloads } from '@readroom/db/turnaround/workload'
import { worklistCounts, worklistPage } from '@readroom/db/worklist/worklist-statements'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { startFloor } from '../core/floor.ts'
import { floorOfPage, inTurn, type Times } from './worklist.ts'
import { type Reader, signInReaders } from './worklist-readers.ts'

const millionStudies = 1_000_000
const Size = z.coerce.number().int().min(10_000).default(millionStudies)

const lists: Record<string, string> = {
  'by deadline': 'sort=dueDate',
  'by deadline, last first': 'sort=-dueDate',
  'at risk or late': 'sort=dueDate&deadline=atRisk,late',
}

/** The statement of a list's page and counts, without a server around it. */
async function floorOf(db: Parameters<typeof readyFilters>[0], { caller }: Reader, asked: string) {
  const { sort, ...filters } = Object.fromEntries(new URLSearchParams(asked))
  const ready = await readyFilters(db, StudyFilters.parse(filters), { now: new Date(), zone: 'UTC' })
  const page = worklistPage({ caller, tab: 'all', ready, sort: Sort.parse(sort), limit: 100, after: null })
  return floorOfPage(caller, page, worklistCounts({ caller, ready }))
}

const listed = (statement: SQL) => sql`(select json_agg(listed) from (${statement}) listed)`

/** The statements of the workload page in one, without a server around them. */
const workloadFloor = sql`select format('{"doctors":%s,"labs":%s,"causes":%s}', ${listed(selectDoctorWorkloads('UTC'))},
  ${listed(selectLabWorkloads('UTC'))}, ${listed(causesStatement)}) as body`

function figureOf(name: string, http: Times, bare: Times): Figure {
  const times = `HTTP ${http.p95.toFixed(1)} ms over bare SQL ${bare.p95.toFixed(1)} ms`
  return { name: `${name}, 95th percentile of ${times}`, value: http.p95 / bare.p95, unit: '', limit: 2 }
}

/** Measures pages by deadline and the workload page over HTTP against one statement in the same run. The number of studies is a million, unless another is named. */
export async function benchTime([size]: string[]): Promise<Figure[]> {
  return withApi({ studies: Size.parse(size) }, async ({ databaseUrl, pool, api }) => {
    const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
    const floor = await startFloor(databaseUrl)
    const figures: Figure[] = []
    const readers = await signInReaders(pool, api.signIn, 1)
    for (const reader of readers) {
      await floor.serve(await Promise.all(Object.values(lists).map((asked) => floorOf(db, reader, asked))))
      for (const [index, [name, asked]] of Object.entries(lists).entries()) {
        const [http, bare] = await inTurn(
          () => api.get(`${reader.list}?limit=100&${asked}`, reader.token),
          () => floor.get(index, reader.token),
        )
        if (!http || !bare) continue
        figures.push(figureOf(`${reader.role}, page ${name}`, http, bare))
      }
    }
    await floor.serve([workloadFloor])
    const [http, bare] = await inTurn(
      () => api.get('/api/admin/workload'),
      () => floor.get(0, readers[0]?.token ?? ''),
    )
    if (http && bare) figures.push(figureOf('workload page', http, bare))
    await Promise.all([close(), floor.stop()])
    return figures
  })
}

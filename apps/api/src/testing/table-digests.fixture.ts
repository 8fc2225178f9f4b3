import { z } from 'zod'
import type { TestApi } from './test-api.ts'

const Tables = z.array(z.object({ name: z.string() }))
const Digests = z.record(z.string(), z.unknown())

/** Returns a digest of the rows of each table, in no order. */
export async function digestTables(api: TestApi, ignored: readonly string[] = []): Promise<Record<string, unknown>> {
  const { rows } = await api.asOwner("select tablename as name from pg_tables where schemaname = 'public' order by 1")
  const names = Tables.parse(rows).flatMap(({ name }) => (ignored.includes(name) ? [] : [name]))
  const sums = names.map((name) => `(select coalesce(sum(hashtext(t::text)::bigint), 0) from "${name}" t) as "${name}"`)
  const answer = await api.asOwner(`select ${sums.join(', ')}`)
  return Digests.parse(answer.rows[0])
}

import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { tablesOfStudies } from './erasure.ts'

/** The tables that `erase_append_only` empties, and those that go with ZIPs. */
const removedElsewhere = ['study_events', 'report_versions', 'critical_results', 'zips', 'zip_studies']

test('every table with rows of a study is known to erasures', async () => {
  const { db, drop } = await createTestDatabase(inject('databaseUrl'))
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'studies'::regclass
    union select table_name from information_schema.columns where table_schema = 'public' and column_name = 'study_id'`)
  await drop()
  const known: string[] = [...tablesOfStudies.map(([table]) => table), ...removedElsewhere]
  const missing = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  expect(missing, 'add these tables to tablesOfStudies in erasure.ts').toEqual([])
})

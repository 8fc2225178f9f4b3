import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { tablesWhere } from './tables-of-studies.ts'

test('every table with rows of a study is in the catalogue, and no other', async () => {
  const { db, drop } = await createTestDatabase(inject('databaseUrl'))
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'studies'::regclass
    union select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'study_id' order by 1`)
  await drop()
  const known = tablesWhere(() => true).toSorted()
  expect(known, 'tables-of-studies.ts differs from the database').toEqual(rows.map(({ name }) => name))
})

import type {} from '@readroom/local/suites/vitest-services'
import { getTableColumns, sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { studies } from '../studies/studies.schema.ts'
import { tablesWhere } from '../studies/tables-of-studies.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { blankedOfStudies, keptColumns } from './anonymisation.ts'

const blanked: string[] = Object.entries(getTableColumns(studies))
  .filter(([name]) => name in blankedOfStudies)
  .map(([, column]) => column.name)

test('every column that can say whose a study is is either blanked by an anonymisation or kept on purpose', async () => {
  const { db, drop } = await createTestDatabase(inject('databaseUrl'))
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = any(${sql.param(Object.keys(keptColumns))}::text[]) and is_generated = 'NEVER'
      and data_type in ('text', 'date', 'jsonb', 'json', 'character varying', 'bytea', 'ARRAY', 'inet')`)
  await drop()
  const known = new Set([
    ...blanked.map((column) => `studies.${column}`),
    ...Object.entries(keptColumns).flatMap(([table, { kept, shown }]) =>
      [...kept, ...shown].map((column) => `${table}.${column}`),
    ),
  ])
  const present = rows.map(({ table, column }) => `${table}.${column}`)
  const missing = present.filter((column) => !known.has(column))
  expect(missing, 'add these columns to blankedOfStudies or keptColumns in anonymisation.ts').toEqual([])
  expect([...known].filter((column) => !present.includes(column))).toEqual([])
})

test('every table that an anonymisation keeps has its columns looked at', () => {
  const kept = tablesWhere(({ anonymised }) => anonymised !== 'removed')
  expect(Object.keys(keptColumns)).toEqual(expect.arrayContaining(['studies', ...kept]))
})

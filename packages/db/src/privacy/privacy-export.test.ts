import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, inject, test } from 'vitest'
import { tablesWhere } from '../studies/tables-of-studies.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { notExported, patientDataOf } from './privacy-export.ts'

test("every table with rows of a study or patient is in the patient's export or left out on purpose", async () => {
  const { db, drop } = await createTestDatabase(inject('databaseUrl'))
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid in ('studies'::regclass, 'patients'::regclass)
    union select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('study_id', 'patient_row_id')`)
  await drop()
  const statement = new PgDialect().sqlToQuery(patientDataOf('')).sql
  const read = new Set([...statement.matchAll(/from "?(\w+)/g)].map(([, name]) => name))
  const leftOut = [...Object.keys(notExported), ...tablesWhere(({ exported }) => exported !== true)]
  const missing = rows.map(({ name }) => name).filter((name) => !read.has(name) && !leftOut.includes(name))
  expect(missing, 'read these tables in privacy-export.ts, or give the reason in tables-of-studies.ts').toEqual([])
  const left = leftOut.filter((name) => read.has(name) || !rows.some((row) => row.name === name))
  expect(left, 'these are read, or are no tables: correct tables-of-studies.ts').toEqual([])
})

import { users } from '@readroom/db/access/accounts.schema'
import { findUserByEmail } from '@readroom/db/people/users'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ensureAdministrator } from './first-accounts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test('an empty system gets its administrator once, also from two starts at a time, and keeps the password that it has', async () => {
  const { db } = database
  expect(await ensureAdministrator(db, null)).toBe('needed')
  const account = (name: string) => ({ email: `${name}@hospital.example`, passwordHash: `hash of ${name}` })
  const outcomes = await Promise.all([ensureAdministrator(db, account('one')), ensureAdministrator(db, account('one'))])
  expect(outcomes.sort()).toEqual(['created', 'present'])
  expect(await ensureAdministrator(db, account('other'))).toBe('present')
  expect(await ensureAdministrator(db, null)).toBe('present')
  expect(await db.$count(users)).toBe(1)
  expect((await findUserByEmail(db, 'ONE@hospital.example'))?.passwordHash).toBe('hash of one')
})

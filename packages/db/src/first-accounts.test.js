import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ensureAdministrator } from './first-accounts.js'
import { findUserByEmail } from './queries/users.js'
import { users } from './schema/accounts.js'
import { createTestDatabase } from './testing/test-database.js'

let database
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())
test('an empty system gets its administrator once, also from two starts at a time, and keeps the password that it has', async () => {
  const { db } = database
  expect(await ensureAdministrator(db, null)).toBe('needed')
  const account = (name) => ({ email: `${name}@hospital.example`, passwordHash: `hash of ${name}` })
  const outcomes = await Promise.all([ensureAdministrator(db, account('one')), ensureAdministrator(db, account('one'))])
  expect(outcomes.sort()).toEqual(['created', 'present'])
  expect(await ensureAdministrator(db, account('other'))).toBe('present')
  expect(await ensureAdministrator(db, null)).toBe('present')
  expect(await db.$count(users)).toBe(1)
  expect((await findUserByEmail(db, 'ONE@hospital.example'))?.passwordHash).toBe('hash of one')
})
//# sourceMappingURL=first-accounts.test.js.map

import { verify } from '@node-rs/argon2'
import { users } from '@readroom/db/access/accounts.schema'
import { labAeTitles, labs } from '@readroom/db/people/labs.schema'
import { findUserByEmail } from '@readroom/db/people/users'
import { createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ensureDemoAccounts } from './first-accounts.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterEach(async () => database.drop())

test('the demo accounts are made once, however often and at once they are asked for', async () => {
  const { db } = database
  const [first, second] = await Promise.all([ensureDemoAccounts(db), ensureDemoAccounts(db)])
  expect(first).toEqual(second)
  expect(await ensureDemoAccounts(db)).toEqual(first)
  expect((await db.select({ email: users.email }).from(users)).map(({ email }) => email).sort()).toEqual([
    'admin@readroom.example',
    'doctor2@readroom.example',
    'doctor@readroom.example',
    'lab2@readroom.example',
    'lab@readroom.example',
  ])
  expect(await db.select({ aeTitle: labAeTitles.aeTitle }).from(labAeTitles)).toHaveLength(2)
})

test('the demo password opens the accounts; its hash is Argon2id', async () => {
  await ensureDemoAccounts(database.db)
  const doctor = await findUserByEmail(database.db, 'doctor@readroom.example')
  expect(doctor).toMatchObject({ role: 'doctor_account', mustChangePassword: false })
  expect(doctor?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(await verify(doctor?.passwordHash ?? '', 'readroom-demo')).toBe(true)
})

test('a system with accounts of its own gets no demo', async () => {
  await createUser(database.db, 'admin')
  expect(await ensureDemoAccounts(database.db)).toBeNull()
  expect(await database.db.$count(users)).toBe(1)
  expect(await database.db.$count(labs)).toBe(0)
})

import { openDatabase } from '@readroom/db/core/client'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseLimits } from './context.ts'

test('statements that never end give their connections back, and others are refused within seconds meanwhile', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'))
  const { db, close } = openDatabase(url, { ...databaseLimits, max: 2, onError: () => {} })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  const endless = [1, 2].map(() => expect(db.execute('select pg_sleep(1000)')).rejects.toThrow())
  await expect(db.execute('select 1')).rejects.toThrow()
  await Promise.all(endless)
  expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
})

import { expect, test } from 'vitest'
import { readMigrations } from '../migration/migrations.ts'
import { readPrograms } from '../migration/programs.ts'
import { advisoryLocks } from './advisory-locks.ts'

test('no two advisory locks are one, and the database itself takes none that is not listed', () => {
  const keys: number[] = Object.values(advisoryLocks)
  expect(new Set(keys).size).toBe(keys.length)
  const statements = [...readMigrations().flatMap(({ sql }) => sql), ...readPrograms()]
  const taken = [...statements.join('\n').matchAll(/advisory\w*lock\w*\((\d+)\)/g)].map(([, key]) => Number(key))
  expect(new Set(taken)).toEqual(new Set([advisoryLocks.auditChain]))
})

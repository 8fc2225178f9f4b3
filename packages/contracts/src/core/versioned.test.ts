import { expect, test } from 'vitest'
import { z } from 'zod'
import { readVersioned } from './versioned.ts'

const zip = {
  v: 3,
  payload: z.strictObject({ zipIds: z.array(z.string()), reason: z.string() }),
  upgrades: [
    ({ zipId, ...rest }: Record<string, unknown>) => ({ ...rest, zipIds: [zipId] }),
    (former: Record<string, unknown>) => ({ reason: 'unknown', ...former }),
  ],
}

test.each([
  [
    { v: 1, zipId: 'a' },
    { zipIds: ['a'], reason: 'unknown' },
  ],
  [
    { v: 2, zipIds: ['a', 'b'] },
    { zipIds: ['a', 'b'], reason: 'unknown' },
  ],
  [
    { v: 3, zipIds: ['a'], reason: 'asked' },
    { zipIds: ['a'], reason: 'asked' },
  ],
])('%j becomes the present version', (stored, present) => {
  expect(readVersioned(zip, stored)).toEqual(present)
})

test.each([{ v: 4, zipIds: ['a'], reason: 'asked' }, { zipIds: ['a'], reason: 'asked' }, { v: 3, zipIds: 'a' }, null, 'text'])(
  '%j is refused',
  (stored) => {
    expect(() => readVersioned(zip, stored)).toThrow(z.ZodError)
  },
)

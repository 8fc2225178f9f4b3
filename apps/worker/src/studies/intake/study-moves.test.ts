import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Identity, personIds, type Step, World } from './study-moves.fixture.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

const index = fc.nat({ max: 5 })
const lab = fc.nat({ max: 1 })
const who: fc.Arbitrary<Identity> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...personIds)
      .map((patientId): Identity => ({ patientId, person: patientId.startsWith('0') ? 0 : 1 })),
  },
  { weight: 1, arbitrary: fc.constantFrom(0 as const, 1 as const).map((person): Identity => ({ patientId: 'shared', person })) },
)
const kind = <K extends Step['kind']>(...kinds: K[]) => fc.constantFrom(...kinds)
const arrival = fc.record({ kind: kind('arrive'), from: fc.constantFrom('lab', 'unknown', 'nobody'), lab, who })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: arrival },
  { weight: 4, arbitrary: fc.record({ kind: kind('resend'), study: index, who }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('tellSender'), study: index, lab }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('locate'), study: index, lab, others: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('register'), lab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('order'), study: index, lab, who }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('hold'), study: index }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('lift', 'share', 'erase'), study: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('update'), study: index, who }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('merge'), study: index, other: index }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('unmerge', 'decide', 'undo'), which: index }) },
)
/** Two or three studies of the first minute, and what happens to them. */
const history = fc
  .tuple(fc.array(arrival, { minLength: 2, maxLength: 3 }), fc.array(step, { minLength: 1, maxLength: 9 }))
  .map(([arrivals, steps]): Step[] => [...arrivals, ...steps])

const anna: Identity = { patientId: '0-a', person: 0 }
const thomas: Identity = { patientId: '1-a', person: 1 }
const ofLab = (who: Identity): Step => ({ kind: 'arrive', from: 'lab', lab: 0, who })
const unlocated = (from: 'unknown' | 'nobody', who: Identity): Step => ({ kind: 'arrive', from, lab: 0, who })

/** Histories that once went wrong. */
const examples: Step[][] = [
  [ofLab(anna), { kind: 'hold', study: 0 }, { kind: 'locate', study: 0, lab: 1, others: false }, { kind: 'erase', study: 0 }],
  [
    ofLab(anna),
    ofLab(thomas),
    { kind: 'hold', study: 0 },
    { kind: 'resend', study: 0, who: thomas },
    { kind: 'erase', study: 0 },
  ],
  [unlocated('unknown', anna), unlocated('unknown', thomas), { kind: 'locate', study: 0, lab: 1, others: true }],
  [unlocated('unknown', anna), unlocated('unknown', thomas), { kind: 'register', lab: 1 }],
  [unlocated('nobody', anna), { kind: 'hold', study: 0 }, { kind: 'tellSender', study: 0, lab: 0 }, { kind: 'erase', study: 0 }],
]

test('all that follows a study does so at every move, whatever moves it', { timeout: 300_000 }, async () => {
  const property = fc.asyncProperty(history, async (steps) => {
    const world = await World.open(database.db)
    for (const [position, taken] of steps.entries()) {
      await world.step(taken)
      expect(await world.differences(), `after step ${position + 1}`).toEqual([])
    }
  })
  await fc.assert(property, { numRuns: 35, examples: examples.map((steps) => [steps]) })
})

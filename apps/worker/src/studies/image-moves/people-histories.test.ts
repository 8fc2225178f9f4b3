import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type OpenMoves, openMoves } from './images-move.fixture.ts'
import type { PersonIndex } from './people-model.fixture.ts'
import { openLabs, PeopleWorld, type Step } from './people-world.fixture.ts'

let moves: OpenMoves
beforeAll(async () => {
  moves = await openMoves()
})
afterAll(() => moves.close())

const two = fc.constantFrom<0 | 1>(0, 1)
/** Mostly the same, so that people meet in one study. */
const mostlyOne = fc.constantFrom<0 | 1>(0, 0, 0, 1)
const small = fc.nat(5)
const arrival = fc.record({
  kind: fc.constant('arrive' as const),
  person: fc.constantFrom<PersonIndex>(0, 0, 1, 1, 2),
  patientId: mostlyOne,
  uid: mostlyOne,
  series: two,
  lab: two,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: arrival },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), image: small }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'renew' as const, 'restore' as const), study: small }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), study: small }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('split' as const), study: small, person: small, kill: fc.nat(6) }) },
)

/** `READROOM_HISTORIES=2000` draws more, at about one a second. The same `READROOM_SEED` draws the same. */
const Asked = z.object({ READROOM_HISTORIES: z.coerce.number().default(10), READROOM_SEED: z.coerce.number().optional() })
const { READROOM_HISTORIES, READROOM_SEED } = Asked.parse(process.env)

test(
  'each image is in the one study that the decisions give it, flagged and hidden as it should be',
  async () => {
    const labIds = await openLabs(moves)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const world = await PeopleWorld.open(moves, labIds)
        for (const [index, each] of steps.entries()) {
          await world.step(each)
          expect(await world.differences(), `after step ${index + 1}`).toEqual([])
        }
      }),
      { numRuns: READROOM_HISTORIES, ...(READROOM_SEED !== undefined && { seed: READROOM_SEED }) },
    )
  },
  READROOM_HISTORIES * 30_000,
)

import fc from 'fast-check'
import { test } from 'vitest'
import { createWorld, type World } from './session-world.fixture.ts'

type Action = keyof World['actions']

const weights: Record<Action, number> = {
  open: 6,
  type: 20,
  take: 4,
  save: 2,
  chooseMine: 4,
  chooseTheirs: 4,
  read: 3,
  sign: 3,
  putAway: 1,
  discard: 1,
  images: 1,
  see: 4,
  picture: 2,
  arrange: 2,
  draw: 4,
  close: 2,
  leave: 1,
  crash: 1,
  poll: 4,
  reassign: 1,
  wait: 6,
}
const names = Object.keys(weights).filter((name): name is Action => name in weights)

type Happening = { at: number } & (
  | { is: 'action'; name: Action }
  | { is: 'delivery'; times: number; fate: Parameters<World['deliver']>[1] }
)

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('action' as const),
      at: fc.nat(5),
      name: fc.constantFrom(...names.flatMap((name) => Array<Action>(weights[name]).fill(name))),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('delivery' as const),
      // Often everything that is under way.
      times: fc.constantFrom(1, 1, 2, 5, 20),
      // Mostly in order.
      at: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) }),
      fate: fc.constantFrom(...Array<'arrives'>(12).fill('arrives'), 'isLost', 'answerIsLost'),
    }),
  },
)

function live(happenings: readonly Happening[]): void {
  const world = createWorld()
  for (const one of happenings) {
    if (one.is === 'action') world.actions[one.name](one.name === 'wait' ? one.at : one.at % 3)
    else for (let time = 0; time < one.times; time += 1) world.deliver(one.at, one.fate)
    world.check()
  }
  world.rest()
}

test('no typed word is lost, no unread text is signed and no two windows write, whatever the windows and the network do', () => {
  fc.assert(fc.property(fc.array(happening, { maxLength: 300, size: 'max' }), live), { numRuns: 400 })
})

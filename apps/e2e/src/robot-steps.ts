import fc from 'fast-check'

/** One thing that the robot does, or that befalls it. */
export type Step =
  | { does: 'write'; section: number; text: string }
  | { does: 'delete'; section: number; signs: number }
  /** The network is gone while it writes. */
  | { does: 'offline'; section: number; text: string }
  /** The API is killed, and started again, while it writes. */
  | { does: 'kill'; section: number; text: string }
  /** An administrator ends the session right after it has written. */
  | { does: 'end'; section: number; text: string }
  /** A table is pasted. */
  | { does: 'paste'; section: number; rows: string[][] }
  /** A key is held down. */
  | { does: 'hold'; section: number; sign: string; times: number }
  | { does: 'reload'; section: number; text: string }
  /** A second tab takes the report over; `rests`: the first has saved by then. */
  | { does: 'tab'; section: number; text: string; rests: boolean }

const words = [
  'Knochen',
  'Gelenk',
  'größer',
  'normal',
  '12 mm',
  'stable',
  'fluid',
  '膝関節',
  'كسر',
  '<b>',
  '{x}',
  '\\alpha',
  '#let',
  'no change',
]
const section = fc.nat({ max: 4 })
const textOf = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.constant('\n') }), {
      minLength: 1,
      maxLength,
    })
    .map((all) => `${all.join(' ')} `)

const table = fc.array(fc.array(fc.constantFrom('Right', '1', '2 mm', 'Knie'), { minLength: 2, maxLength: 2 }), {
  minLength: 1,
  maxLength: 3,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ does: fc.constant('write' as const), section, text: textOf(12) }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('delete' as const), section, signs: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('offline' as const), section, text: textOf(40) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('kill' as const), section, text: textOf(25) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), section, text: textOf(12) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('paste' as const), section, rows: table }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      section,
      sign: fc.constantFrom('a', '5', ' '),
      times: fc.integer({ min: 2, max: 12 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reload' as const), section, text: textOf(12) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('tab' as const), section, text: textOf(12), rests: fc.boolean() }),
  },
)

/** What the robot does, the same for the same seed. All that can befall it comes once at the beginning, so that short runs have it too. */
export function stepsOf(seed: number, count: number): Step[] {
  const all = fc.sample(step, { seed, numRuns: count })
  const firsts = new Map(all.toReversed().map((one) => [one.does, one]))
  return [...firsts.values(), ...all]
}

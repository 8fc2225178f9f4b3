import fc from 'fast-check'
import { robotFields } from './robot-fields.ts'
import { imageKeys, type Press, presses } from './robot-images.ts'

/** A step of the robot, or a fault that it meets. */
export type Step =
  | { does: 'write'; section: number; text: string }
  | { does: 'delete'; section: number; signs: number }
  /** The network is lost while it writes. */
  | { does: 'offline'; section: number; text: string }
  /** The API is killed and restarted while it writes. */
  | { does: 'kill'; section: number; text: string }
  /** The session ends right after it has written: an administrator ended it, or it expired. */
  | { does: 'end'; section: number; text: string; how: 'ended' | 'expired' }
  /** It pastes a table. */
  | { does: 'paste'; section: number; rows: string[][] }
  /** It holds down a key. */
  | { does: 'hold'; section: number; sign: string; times: number }
  | { does: 'reload'; section: number; text: string }
  /** A second tab takes the report over. With `rests`, the first one has saved before. */
  | { does: 'tab'; section: number; text: string; rests: boolean }
  /** Another doctor takes the report over while the robot types, writes, and the robot takes it back. */
  | { does: 'other'; section: number; text: string }
  /** Digits and words are typed into a field. */
  | { does: 'field'; field: number; keys: string; value: string }
  /** A text is pasted into a field. */
  | { does: 'pasteField'; field: number; value: string }
  /** Images come while it writes. */
  | { does: 'late'; section: number; text: string }
  /** It works in the images between its words, and goes back by a key. */
  | { does: 'images'; section: number; text: string; work: { press: Press; keys: string[] }[]; back: 'section' | 'F9' }
  /** It signs and goes on, by a key that is pressed several times or held, to a study with an unread draft. */
  | { does: 'next'; times: number; gap: number; isHeld: boolean; hasImages: boolean }

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

const fieldStep = fc
  .constantFrom(...robotFields.flatMap(({ typed }, field) => typed.map(([keys, value]) => ({ field, keys, value }))))
  .map((one) => ({ does: 'field' as const, ...one }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ does: fc.constant('write' as const), section, text: textOf(12) }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('delete' as const), section, signs: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('offline' as const), section, text: textOf(40) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('kill' as const), section, text: textOf(25) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('end' as const),
      section,
      text: textOf(12),
      how: fc.constantFrom('ended' as const, 'expired' as const),
    }),
  },
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
  { weight: 3, arbitrary: fc.record({ does: fc.constant('other' as const), section, text: textOf(25) }) },
  { weight: 6, arbitrary: fieldStep },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('pasteField' as const),
      field: fc.nat({ max: robotFields.length - 1 }),
      value: fc.constantFrom('7', '2 mm left', '4B', 'see text'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('late' as const), section, text: textOf(25) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant('images' as const),
      section,
      text: textOf(6),
      work: fc.array(
        fc.record({
          press: fc.constantFrom(...presses),
          keys: fc.array(fc.constantFrom(...imageKeys), { minLength: 1, maxLength: 6 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      back: fc.constantFrom('section' as const, 'F9' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('next' as const),
      times: fc.integer({ min: 2, max: 4 }),
      gap: fc.constantFrom(0, 80, 300, 600, 950),
      isHeld: fc.boolean(),
      hasImages: fc.boolean(),
    }),
  },
)

/** Only the first report is certain to have fields, and images that arrive late. */
const beginsWith: readonly Step['does'][] = ['field', 'pasteField', 'late']

/** Returns the robot's steps, the same for the same seed. Each kind of step comes once at the start, so that short runs have all of them. */
export function stepsOf(seed: number, count: number): Step[] {
  const all = fc.sample(step, { seed, numRuns: count })
  const firsts = new Map(all.toReversed().map((one) => [one.does, one]))
  const rank = ({ does }: Step) => (beginsWith.includes(does) ? 0 : 1)
  return [...firsts.values()].sort((one, other) => rank(one) - rank(other)).concat(all)
}

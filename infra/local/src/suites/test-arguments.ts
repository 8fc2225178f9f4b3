import { parseArgs } from 'node:util'
import { z } from 'zod'

export const SUITE_NAMES = ['vitest', 'playwright'] as const
export type SuiteName = (typeof SUITE_NAMES)[number]

const TestArguments = z.object({
  suite: z.enum(SUITE_NAMES).optional(),
  shard: z
    .string()
    .regex(/^[1-9]\d*\/[1-9]\d*$/, 'a shard is its number and how many there are, such as 1/3')
    .optional(),
})

export type TestArguments = z.infer<typeof TestArguments> & {
  /** Go to the one suite that is named, or to Vitest. */
  extra: string[]
}

/** Reads the arguments of `npm test`: `--suite vitest --shard 1/3`, then arguments of the suite itself. Throws if they are wrong. */
export function readTestArguments(args: string[]): TestArguments {
  const { values, positionals } = parseArgs({
    args,
    options: { suite: { type: 'string' }, shard: { type: 'string' } },
    allowPositionals: true,
  })
  const parsed = TestArguments.safeParse(values)
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  return { ...parsed.data, extra: positionals }
}

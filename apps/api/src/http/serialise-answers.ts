import type { ZodType } from 'zod'

/**
 * An answer leaves as its schema knows it, and nothing else does. The type provider's own compiler encodes instead of parsing, which for
 * schemas without codecs comes to the same and takes twice as long.
 */
export const serialiseAnswers = ({ schema }: { schema: ZodType }) => {
  return (answer: unknown): string => JSON.stringify(schema.parse(answer))
}

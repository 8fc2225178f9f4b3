import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** Returns the message for the user who filled in the field, or undefined if the contract's rule has its own message. */
function explain(issue: RawIssue): string | undefined {
  if (issue.code === 'too_small') return 'Required'
  if (issue.code === 'too_big') return `At most ${issue.maximum} characters`
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Please enter a valid email address'
  if (issue.code === 'invalid_union') return issue.errors.at(-1)?.at(-1)?.message
  return undefined
}

const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** Checks the named fields of a form against the contract's schema. The values stay as typed, because the server parses them by the same schema. */
export function createResolver<T extends FieldValues>(schema: z.ZodType, fields: readonly (keyof T & string)[]): Resolver<T> {
  return (values, _context, options) => {
    const issues = schema.safeParse(values, { error: explain }).error?.issues ?? []
    const own = issues.filter(({ path }) => fields.some((field) => field === path[0]))
    if (own.length === 0) return { values, errors: {} }
    const errors: FieldErrors = {}
    for (const { path, code, message, input } of own) {
      // An error in a list item is shown at the list's field.
      const name = path.filter((part) => typeof part === 'string').join('.')
      errors[name] ??= { type: code, message: isEmpty(input ?? values[name]) ? 'Required' : message }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}

import { toNestErrors } from '@hookform/resolvers'
import { type FieldError, type FieldValues, get, type Path, type Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** The message at a field, instead of the contract's. */
export type FieldWords<T extends FieldValues> = Partial<Record<Path<T>, string>>

/** The message of a field that the contract refuses without words of its own. */
export const unfit = 'Please check this entry'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** Returns the message for the user who filled in the field. Rules of the contract that have their own message keep it. */
export function explain(issue: RawIssue): string {
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') return typeof issue.input === 'number' ? `At least ${issue.minimum}` : 'Required'
  if (issue.code === 'too_big') return `At most ${issue.maximum}${isText ? ' characters' : ''}`
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Please enter a valid email address'
  if (issue.code === 'invalid_union') return issue.errors.at(-1)?.at(-1)?.message ?? unfit
  return unfit
}

const isBlank = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/**
 * Returns the named field that shows an error at a path: the field itself, or the one whose list or table the path leads into. The fields of a form
 * may be those of a part of the body.
 */
export function fieldAt(path: readonly PropertyKey[], names: readonly string[]): string | undefined {
  const parts = path.map(String)
  const fieldFrom = (start: number) =>
    parts.map((_part, index) => parts.slice(start, parts.length - index).join('.')).find((name) => names.includes(name))
  return fieldFrom(0) ?? fieldFrom(1)
}

/** Returns the message of an issue. A blank field is missing, whatever form its text should have. */
function wordsFor(issue: z.core.$ZodIssue): string {
  if (isBlank(issue.input) && issue.code !== 'too_small') return 'Required'
  const isOfList = typeof issue.path.at(-1) === 'number'
  return isOfList && issue.code === 'invalid_format' && issue.format === 'email'
    ? `"${issue.input}" is not an email address`
    : issue.message
}

/** A field that is no longer on screen stays registered. */
const isShown = (field: unknown) => !(typeof field === 'object' && field !== null && 'mount' in field && field.mount === false)

/**
 * Checks a form by the contract's schema. An error that no field on screen shows stands in the form. `onCheck` gets the names of the fields on screen.
 */
export function createResolver<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  words: FieldWords<In> = {},
  onCheck: (names: readonly string[]) => void = () => undefined,
): Resolver<In, unknown, Out> {
  const wordsOf = new Map<string, string>(Object.entries(words))
  return (values, _context, options) => {
    const names: string[] = (options.names ?? []).filter((name) => isShown(get(options.fields, name)))
    onCheck(names)
    const { data, error } = schema.safeParse(values, { error: explain, reportInput: true })
    if (!error) return { values: data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of error.issues) {
      const name = fieldAt(issue.path, names) ?? 'root'
      errors[name] ??= { type: issue.code, message: wordsOf.get(name) ?? wordsFor(issue) }
    }
    return { values: {}, errors: toNestErrors<In>(errors, options) }
  }
}

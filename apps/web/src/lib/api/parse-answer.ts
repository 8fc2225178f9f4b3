import { z } from 'zod'
import { parseJson, toApiError } from './request.ts'

const valueAt = (from: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), from)

/**
 * Takes the values out of lists that the schema does not name, such as a flag of a newer server. Returns false if something else is wrong: a row is
 * never left out, and a field never guessed.
 */
function dropUnknownValues(answer: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  const unknown = new Map<unknown[], Set<number>>()
  for (const { code, path } of issues) {
    const list = valueAt(answer, path.slice(0, -1))
    const at = path.at(-1)
    if (code !== 'invalid_value' || !Array.isArray(list) || typeof at !== 'number') return false
    unknown.set(list, (unknown.get(list) ?? new Set()).add(at))
  }
  for (const [list, places] of unknown) list.splice(0, list.length, ...list.filter((_value, at) => !places.has(at)))
  return true
}

/**
 * Parses an answer by its endpoint's schema. Values of lists that this page does not know are left out. Throws if the shape differs otherwise, so that
 * no half-read data gets in. Calls `onUnknown` in both cases.
 */
export function parseAnswer<R extends z.ZodObject>(
  schema: R,
  { text, status }: { text: string; status: number },
  onUnknown: () => void,
): z.output<R> {
  const answer = parseJson(text)
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  if (answer !== null) onUnknown()
  const known = dropUnknownValues(answer, parsed.error.issues) ? z.safeParse(schema, answer) : parsed
  if (known.success) return known.data
  throw toApiError(status, text)
}

import { isDeepStrictEqual } from 'node:util'

/** Returns the names of the fields that differ in `after`, for the audit log. The values are personal data and stay out of it. */
export function changedFields(before: object, after: object): string[] {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (isDeepStrictEqual(was.get(name), value) ? [] : [name]))
}

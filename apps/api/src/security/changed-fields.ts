import { isDeepStrictEqual } from 'node:util'

/** The names of the fields in which `after` differs, for the audit log: the values themselves are people's data. */
export function changedFields(before: object, after: object): string[] {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (isDeepStrictEqual(was.get(name), value) ? [] : [name]))
}

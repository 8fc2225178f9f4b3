import { createHash } from 'node:crypto'

/** One value for a set of instances: the SHA-256 of their sorted Orthanc ids. Order and repetition do not matter. */
export function hashInstances(ids: Iterable<string>): string {
  return createHash('sha256')
    .update([...new Set(ids)].sort().join('\n'))
    .digest('hex')
}

/** One value for what is known of each instance of a set, such as its file, by its Orthanc id. Null if something is not known. */
export function hashOfEach(known: Iterable<readonly [id: string, value: string | null]>): string | null {
  const all = [...known]
  return all.some(([, value]) => value === null) ? null : hashInstances(all.map(([id, value]) => `${id} ${value}`))
}

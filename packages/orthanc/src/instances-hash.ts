import { createHash } from 'node:crypto'

/** One value for a set of instances: the SHA-256 of their sorted Orthanc ids. Order and repetition do not matter. */
export function hashInstances(ids: Iterable<string>): string {
  return createHash('sha256')
    .update([...new Set(ids)].sort().join('\n'))
    .digest('hex')
}

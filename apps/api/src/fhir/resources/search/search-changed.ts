import type { FhirChanged } from '@readroom/db/fhir/fhir-page'

const day = 24 * 60 * 60 * 1000

/** Returns the milliseconds that a time of this precision stands for: a day, a second or a millisecond. */
function lengthOf(time: string): number {
  if (!time.includes('T')) return day
  return time.includes('.') ? 1 : 1000
}

/** Reads the bounds of a search by change. Each begins with its prefix. A day is that of UTC. */
export function readChanged(bounds: readonly string[]): FhirChanged {
  const range: FhirChanged = {}
  for (const bound of bounds) {
    const [prefix, time] = [bound.slice(0, 2), bound.slice(2)]
    const begin = new Date(time)
    const end = new Date(begin.getTime() + lengthOf(time))
    if (prefix === 'ge') range.from = begin
    if (prefix === 'gt') range.from = end
    if (prefix === 'lt') range.before = begin
    if (prefix === 'le') range.before = end
  }
  return range
}

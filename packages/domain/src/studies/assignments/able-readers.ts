import { type Eligibility, type Needs, obstaclesOf } from './eligibility.ts'

type Reads = Pick<Eligibility, 'readsLabIds' | 'readsModalities' | 'readsBodyRegions'>

/** Returns a function that returns the readers who read studies, whenever they work. It remembers them: use one for many studies. */
export function makeAbleReaders<R extends Reads>(readers: readonly R[]): (needs: Needs) => readonly R[] {
  const known = new Map<string, readonly R[]>()
  return (needs) => {
    const key = JSON.stringify(needs)
    const able =
      known.get(key) ??
      readers.filter((reader) => {
        const facts = { ...reader, licenseExpiresOn: null, lacks: null, openMinutes: 0, openMinutesLimit: null }
        return obstaclesOf(facts, needs, '', []).length === 0
      })
    known.set(key, able)
    return able
  }
}

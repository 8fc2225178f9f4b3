import { type Database, withoutStatement } from '@readroom/db/core/client'
import { addPortRefusals, type PortRefusal } from '@readroom/db/core/port-refusals'
import type { Logger } from 'pino'

/** Counts are stored this often. */
const STORE_MS = 5_000
/** Different refusals that are counted between two stores: a port scan of many addresses fills no memory. */
const MOST_COUNTED = 200

export type RefusalCounts = ReturnType<typeof startRefusalCounts>

/** Counts connections that a port refused, and stores the counts for System and the laboratories' pages. Counts that cannot be stored wait. */
export function startRefusalCounts(database: Pick<Database, 'db'>, log: Logger) {
  let counts = new Map<string, PortRefusal>()

  function count(refusal: Omit<PortRefusal, 'count'>): void {
    const key = JSON.stringify([refusal.port, refusal.labId, refusal.address, refusal.aeTitle, refusal.reason])
    const known = counts.get(key)
    if (known) known.count += 1
    else if (counts.size < MOST_COUNTED) counts.set(key, { ...refusal, count: 1 })
  }

  async function store(): Promise<void> {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    try {
      await database.db.transaction((tx) => addPortRefusals(tx, [...taken.values()]))
    } catch (error) {
      log.warn({ err: withoutStatement(error) }, 'refused connections were not stored')
      counts = new Map([...counts, ...taken])
    }
  }

  const timer = setInterval(() => void store(), STORE_MS).unref()
  return {
    count,
    /** Stores what was counted so far. */
    store,
    stop: async () => {
      clearInterval(timer)
      await store()
    },
  }
}

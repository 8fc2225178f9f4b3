import type { Database } from '@readroom/db/core/client'
import { mergeSearchEntries } from '@readroom/db/worklist/search-entries'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'
import { type Loop, startLoop } from '../core/loop.ts'

/** A hundred studies may be written in this time before a search takes a millisecond longer. */
const MERGE_MS = 1_000

type SearchContext = { database: Pick<Database, 'db'>; log: Logger; heartbeats: Heartbeats }

/** Keeps the searches fast while studies are written (docs/decisions/worklist/worklist-search.md). */
export function startSearchMerging({ database, log, heartbeats }: SearchContext): Loop {
  const round = async () => {
    await mergeSearchEntries(database.db)
    return MERGE_MS
  }
  return startLoop({ name: 'search', log, heartbeats, round })
}

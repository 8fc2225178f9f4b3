import type { StudyListQuery, StudyValues } from '@readroom/contracts/studies/studies'
import type { StudyFilters } from '@readroom/contracts/studies/study-filters'
import type { Tab } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { dayOf } from '@readroom/db/studies/date-preset'
import { followsClock } from '@readroom/db/studies/study-filters'
import { countList, readWorklist } from '@readroom/db/worklist/worklist'
import { rowsFor, rowsShape, type SharedRows } from '@readroom/db/worklist/worklist-rows'
import { findUnchanged, type WorklistVersion } from '@readroom/db/worklist/worklist-version'
import type { Context } from '../../core/context.ts'
import { JsonText, NotModified } from '../../core/http/json-text.ts'
import { shareReads } from '../../core/shared-reads.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'
import { createListTags } from './list-tag.ts'

type Counts = Omit<StudyValues, 'success'>

/** A page as shared by accounts that see the same rows. `rest` is the JSON that follows its rows. */
type SharedPage = { shared: SharedRows; rest: string; version: WorklistVersion }

/** Is equal for accounts that see the same rows: administrators, the staff of a laboratory, a doctor. */
const keyOf = ({ role, labId, doctorId }: Actor, asked: object) => JSON.stringify([role, labId, doctorId, asked])

export function createStudyService({ db, settings, config }: Pick<Context, 'db' | 'settings' | 'config'>) {
  const tags = createListTags(config.JWT_SECRET)
  const clock = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })

  async function readList(actor: Actor, ofPath: Tab, query: StudyListQuery): Promise<SharedPage> {
    const { limit, cursor, sort, ...filters } = query
    const tab = ofPath === 'all' ? (filters.category ?? ofPath) : ofPath
    const after = cursor ? decodeCursor(sort.key, cursor) : null
    const request = { caller: actor, filters, ...clock() }
    const { shared, version, next, counts, isCapped } = await readWorklist(db, { ...request, tab, sort, limit, after })
    const nextCursor = next && encodeCursor(sort.key, next)
    const rest = JSON.stringify({ totalRecords: counts[tab], isCapped, nextCursor }).slice(1)
    return { shared, rest, version }
  }

  async function readCounts(actor: Actor, filters: StudyFilters): Promise<Counts> {
    const request = { caller: actor, filters, ...clock() }
    const { counts, isCapped, statistics: summary } = await countList(db, request)
    const { all: total, ...others } = counts
    return { total, ...others, isCapped, summary }
  }

  const shareList = shareReads<SharedPage>()
  const shareCounts = shareReads<Counts>()

  return {
    /** Returns a page of a tab, or NotModified if `ifNoneMatch` is current. `category` selects the tab in the list of all. */
    async list(actor: Actor, ofPath: Tab, query: StudyListQuery, ifNoneMatch?: string): Promise<JsonText | NotModified> {
      const key = keyOf(actor, { ofPath, query })
      const { now, zone } = clock()
      // Identifies this page for this account, today, in this version of the program.
      const about = JSON.stringify([key, actor.userId, dayOf(now, zone), zone, rowsShape])
      const had = tags.read(ifNoneMatch, about)
      const present = had && (await findUnchanged(db, actor, had))
      if (present) return new NotModified(tags.write(present, about))
      const { shared, rest, version } = await shareList(key, () => readList(actor, ofPath, query))
      const text = `{"success":true,"data":${rowsFor(shared, actor.userId)},${rest}`
      return new JsonText(text, followsClock(query) ? null : tags.write(version, about))
    },

    counts: (actor: Actor, filters: StudyFilters): Promise<Counts> =>
      shareCounts(keyOf(actor, filters), () => readCounts(actor, filters)),
  }
}

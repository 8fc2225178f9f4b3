import type { StudyListQuery, StudyValues } from '@readroom/contracts/studies'
import type { StudyFilters } from '@readroom/contracts/study-filters'
import type { Tab } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { dayOf } from '@readroom/db/queries/date-preset'
import { countList, readWorklist } from '@readroom/db/queries/worklist'
import { followsClock } from '@readroom/db/queries/worklist-filters'
import { rowsFor, rowsShape, type SharedRows } from '@readroom/db/queries/worklist-rows'
import { findUnchanged, type WorklistVersion } from '@readroom/db/queries/worklist-version'
import type { Context } from '../../context.ts'
import { JsonText, NotModified } from '../../http/json-text.ts'
import { shareReads } from '../../shared-reads.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'
import { createListTags } from './list-tag.ts'

type Counts = Omit<StudyValues, 'success'>

/** A page as all read it who see the same. `rest`: the JSON of what stands beside its rows. */
type SharedPage = { shared: SharedRows; rest: string; version: WorklistVersion }

/** Same for all who see the same: administrators, the staff of a laboratory, a doctor. */
const keyOf = ({ role, labId, doctorId }: Actor, asked: object) => JSON.stringify([role, labId, doctorId, asked])

export function createStudyService({ db, settings, config }: Pick<Context, 'db' | 'settings' | 'config'>) {
  const tags = createListTags(config.JWT_SECRET)
  const clock = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })

  async function readList(actor: Actor, ofPath: Tab, query: StudyListQuery): Promise<SharedPage> {
    const { limit, cursor, sort, ...filters } = query
    const tab = ofPath === 'all' ? (filters.category ?? ofPath) : ofPath
    const after = cursor ? decodeCursor(sort.key, cursor) : null
    const request = { viewer: actor, filters, ...clock() }
    const { shared, version, next, counts, isCapped } = await readWorklist(db, { ...request, tab, sort, limit, after })
    const nextCursor = next && encodeCursor(sort.key, next)
    const rest = JSON.stringify({ totalRecords: counts[tab], isCapped, nextCursor }).slice(1)
    return { shared, rest, version }
  }

  async function readCounts(actor: Actor, filters: StudyFilters): Promise<Counts> {
    const request = { viewer: actor, filters, ...clock() }
    const { counts, isCapped, statistics: summary } = await countList(db, request)
    const { all: total, ...others } = counts
    return { total, ...others, isCapped, summary }
  }

  const shareList = shareReads<SharedPage>()
  const shareCounts = shareReads<Counts>()

  return {
    /** One page of a tab, where `ifNoneMatch` does not name what it still is. A `category` narrows the list of all, and is the tab everywhere else. */
    async list(actor: Actor, ofPath: Tab, query: StudyListQuery, ifNoneMatch?: string): Promise<JsonText | NotModified> {
      const key = keyOf(actor, { ofPath, query })
      const { now, zone } = clock()
      // What this caller is shown of this page, today and by this program.
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

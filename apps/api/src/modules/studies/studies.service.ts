import type { StudyListQuery, StudyValues } from '@readroom/contracts/studies'
import type { StudyFilters } from '@readroom/contracts/study-filters'
import type { Tab } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { countList, readWorklist } from '@readroom/db/queries/worklist'
import { rowsFor, type SharedRows } from '@readroom/db/queries/worklist-rows'
import type { Context } from '../../context.ts'
import { JsonText } from '../../http/json-text.ts'
import { shareReads } from '../../shared-reads.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

type Counts = Omit<StudyValues, 'success'>

/** A page as all read it who see the same. `rest`: the JSON of what stands beside its rows. */
type SharedPage = { shared: SharedRows; rest: string }

/** Same for all who see the same: administrators, the staff of a laboratory, a doctor. */
const keyOf = ({ role, labId, doctorId }: Actor, asked: object) => JSON.stringify([role, labId, doctorId, asked])

export function createStudyService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const clock = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })

  async function readList(actor: Actor, ofPath: Tab, query: StudyListQuery): Promise<SharedPage> {
    const { limit, cursor, sort, ...filters } = query
    const tab = ofPath === 'all' ? (filters.category ?? ofPath) : ofPath
    const after = cursor ? decodeCursor(sort.key, cursor) : null
    const request = { viewer: actor, filters, ...clock() }
    const { shared, next, counts, isCapped } = await readWorklist(db, { ...request, tab, sort, limit, after })
    const nextCursor = next && encodeCursor(sort.key, next)
    const rest = JSON.stringify({ totalRecords: counts[tab], isCapped, nextCursor }).slice(1)
    return { shared, rest }
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
    /** One page of a tab. A `category` narrows the list of all, and is the tab everywhere else. */
    async list(actor: Actor, ofPath: Tab, query: StudyListQuery): Promise<JsonText> {
      const { shared, rest } = await shareList(keyOf(actor, { ofPath, query }), () => readList(actor, ofPath, query))
      return new JsonText(`{"success":true,"data":${rowsFor(shared, actor.userId)},${rest}`)
    },

    counts: (actor: Actor, filters: StudyFilters): Promise<Counts> =>
      shareCounts(keyOf(actor, filters), () => readCounts(actor, filters)),
  }
}

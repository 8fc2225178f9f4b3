import type { StudyFilters } from '@readroom/contracts/studies/study-filters'
import type { Tab } from '@readroom/contracts/studies/study-workflow'
import {
  builtInLists,
  type ListCount,
  readFilters,
  readSavedQuery,
  type SavedList,
  type SavedQuery,
} from '@readroom/contracts/worklist/saved-lists'
import type { Actor } from '@readroom/db/core/actor'
import { isGivenUp } from '@readroom/db/core/client'
import { findDefaultList, listSavedLists, type ReadList } from '@readroom/db/worklist/saved-lists'
import { countWorklist } from '@readroom/db/worklist/worklist'
import type { Context } from '../../core/context.ts'
import { shareReads } from '../../core/shared-reads.ts'

/** Number of lists that are counted at once for an account. Low, so that requests for rows come first. */
const atOnce = 2

type Counted = Pick<ListCount, 'count' | 'urgent'>
const uncounted: Counted = { count: null, urgent: null }

function toSavedList(actor: Actor, { list, ownerName }: ReadList): SavedList {
  const isOwn = list.ownerId === actor.userId
  const { id: _id, name, givenTo } = list
  return { _id, name, givenTo, isOwn, givenBy: isOwn ? null : ownerName, query: readSavedQuery(actor.role, list.query) }
}

/** Returns the lists that come with Readroom for the account's role. */
const builtInFor = ({ role }: Actor): SavedList[] =>
  builtInLists[role].map((list) => ({ ...list, givenTo: role, isOwn: false, givenBy: null }))

export function createSavedListService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const share = shareReads<Counted>()

  async function count(actor: Actor, tab: Tab, filters: StudyFilters): Promise<Counted> {
    const total = async (asked: StudyFilters) => {
      const request = { caller: actor, filters: asked, now: new Date(), zone: settings.now().clinicTimeZone }
      return (await countWorklist(db, request))[tab]
    }
    const all = await total(filters)
    if (filters.emergency === true || all === 0) return { count: all, urgent: all }
    return { count: all, urgent: filters.emergency === false ? 0 : await total({ ...filters, emergency: true }) }
  }

  /** Counts a list by the account's own visibility, once for all accounts that see the same rows. A list that takes too long has no counts. */
  async function countList(actor: Actor, query: SavedQuery): Promise<Counted> {
    const filters = readFilters(query.filters)
    if (!filters) return uncounted
    const { role, labId, doctorId } = actor
    const key = JSON.stringify([role, labId, doctorId, query.tab, filters])
    return share(key, () => count(actor, query.tab, filters)).catch((error: unknown) => {
      if (isGivenUp(error)) return uncounted
      throw error
    })
  }

  const listsOf = async (actor: Actor): Promise<SavedList[]> => {
    const rows = await listSavedLists(db, actor)
    return [...rows.map((row) => toSavedList(actor, row)), ...builtInFor(actor)]
  }

  return {
    async list(actor: Actor): Promise<{ lists: SavedList[]; defaultListId: string | null }> {
      const [lists, defaultId] = await Promise.all([listsOf(actor), findDefaultList(db, actor.userId)])
      return { lists, defaultListId: lists.find(({ _id }) => _id === defaultId)?._id ?? null }
    },

    async counts(actor: Actor): Promise<ListCount[]> {
      const lists = await listsOf(actor)
      const counts: ListCount[] = lists.map(({ _id }) => ({ _id, ...uncounted }))
      const waiting = lists.entries()
      const work = async () => {
        for (const [index, { _id, query }] of waiting) {
          if (query) counts[index] = { _id, ...(await countList(actor, query)) }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return counts
    },
  }
}

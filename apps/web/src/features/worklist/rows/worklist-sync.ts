import type { Role } from '@readroom/contracts/core/permissions'
import type { StudyCounts, StudyList, WorklistRow } from '@readroom/contracts/studies/studies'
import { type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { createTurns } from '../../../lib/in-turn.ts'
import { updateCachedRows } from '../../../lib/studies/study-cache.ts'
import { hasOverride, heedNewerRows } from '../../../lib/studies/study-overrides.ts'
import {
  allRows,
  appendPage,
  belongsTo,
  findRow,
  insertRows,
  removeRows,
  replaceRows,
  type StudyPages,
  unknownRows,
  withTotal,
} from '../../../lib/studies/study-pages.ts'
import { isPlain, type WorklistQuery } from './worklist-url.ts'

/** A change to a study in a live message. */
export type StudyChange = { studyId: string; status?: StudyStatus }

type Source = {
  page: (limit: number, cursor: string | undefined) => Promise<StudyList>
  counts: () => Promise<StudyCounts>
  study: (studyId: string) => Promise<WorklistRow>
}

export type WorklistSyncOptions = {
  client: QueryClient
  role: Role
  query: WorklistQuery
  /** The cache keys of the query's rows and counts. */
  keys: { list: QueryKey; counts: QueryKey }
  source: Source
  /** Returns true if a row is hovered or focused, or the list is scrolled. Rows must not move then. */
  isBusy: () => boolean
  /** Called with the loaded studies that are hidden until the user asks for them. */
  onWaiting: (studyIds: ReadonlySet<string>) => void
}

/** If more pages than this changed, all are reloaded from the top, in pages of the largest size the API allows. */
const maxSinglePages = 2
const largestPage = 1000
const firstPageTries = 3

/**
 * Keeps the loaded pages of a worklist up to date without moving a row that somebody looks at.
 *
 * Only the server knows which studies match the filters and in which order. The web never repeats its rules. A change in a filtered or sorted list
 * therefore refetches the affected rows with the same query, and only rows in that answer can be added.
 *
 * Requests run one after the other, so that no older answer comes after a newer one.
 */
export function createWorklistSync({ client, role, query, keys, source, isBusy, onWaiting }: WorklistSyncOptions) {
  const plain = isPlain(query)
  const departed = new Set<string>()
  const waiting = new Set<string>()
  const pagesNow = () => client.getQueryData<StudyPages>(keys.list)
  const update = (change: (pages: StudyPages) => StudyPages) =>
    client.setQueryData<StudyPages>(keys.list, (pages) => pages && change(pages))

  const afterOthers = createTurns()

  /** Waits for the page's own request. It may have been read before a change, and its answer would overwrite newer data. */
  async function untilLoaded(queryKey: QueryKey) {
    await client
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.catch(() => undefined)
  }

  function drop(gone: (row: WorklistRow) => boolean) {
    const ids = allRows(pagesNow()).flatMap((row) => (gone(row) ? [row._id] : []))
    if (ids.length === 0) return
    update((pages) => removeRows(pages, gone))
    for (const id of ids) departed.delete(id)
    if (ids.filter((id) => waiting.delete(id)).length > 0) onWaiting(new Set(waiting))
  }

  /** Removes rows that left this list, once it is not in use and the user's own change has been shown long enough. */
  function prune() {
    const busy = isBusy()
    const left = (row: WorklistRow) => departed.has(row._id) || !belongsTo(query.tab, row, role)
    drop((row) => (!busy || waiting.has(row._id)) && !hasOverride(row._id) && left(row))
  }

  /** Marks rows that were requested but are missing from the answer, unless they were pushed beyond its end. */
  function markDeparted(fresh: StudyList, asked: ReadonlySet<string>) {
    const answered = new Set(fresh.data.map((row) => row._id))
    const loaded = allRows(pagesNow())
    const last = fresh.data.findLast((row) => findRow(pagesNow(), row._id))
    const end = fresh.nextCursor ? loaded.findIndex((row) => row._id === last?._id) : loaded.length
    for (const id of answered) departed.delete(id)
    for (const { _id } of loaded.slice(0, Math.max(end, 0))) if (asked.has(_id) && !answered.has(_id)) departed.add(_id)
  }

  /** Removes rows that moved up from pages not loaded yet, because they are not new. */
  function withinLoaded(data: readonly WorklistRow[]): readonly WorklistRow[] {
    const pages = pagesNow()
    const last = data.findLastIndex((row) => findRow(pages, row._id))
    return pages?.pages.at(-1)?.nextCursor && last >= 0 ? data.slice(0, last + 1) : data
  }

  function accept(fresh: StudyList, asked: ReadonlySet<string>, askedAt: number, start?: string) {
    heedNewerRows(fresh.data, askedAt)
    markDeparted(fresh, asked)
    const data = withinLoaded(fresh.data)
    const incoming = unknownRows(pagesNow(), data)
    if (incoming.length > 0 && isBusy()) {
      for (const row of incoming) waiting.add(row._id)
      onWaiting(new Set(waiting))
    }
    updateCachedRows(client, fresh.data)
    update((pages) => insertRows(withTotal(pages, fresh.totalRecords), data, start))
  }

  async function refreshOne(studyId: string) {
    const askedAt = performance.now()
    try {
      const row = await source.study(studyId)
      heedNewerRows([row], askedAt)
      updateCachedRows(client, [row])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      drop((row) => row._id === studyId)
    }
  }

  async function refreshPage(index: number, asked: ReadonlySet<string>) {
    const pages = pagesNow()
    const size = Math.max(query.limit, pages?.pages[index]?.data.length ?? 0)
    const start = pages?.pages[index - 1]?.data.at(-1)?._id
    const askedAt = performance.now()
    accept(await source.page(Math.min(size, largestPage), pages?.pageParams[index]), asked, askedAt, start)
  }

  async function refreshCounts() {
    await untilLoaded(keys.counts)
    client.setQueryData(keys.counts, await source.counts())
  }

  /** Reloads everything that is loaded. Rows that are gone are removed when the list is not in use. */
  async function refreshRows() {
    const asked = new Set(allRows(pagesNow()).map((row) => row._id))
    if (!pagesNow()) return
    const size = Math.min(largestPage, Math.max(query.limit, asked.size))
    const askedAt = performance.now()
    const data: WorklistRow[] = []
    let last: StudyList
    let cursor: string | undefined
    do {
      last = await source.page(size, cursor)
      data.push(...last.data)
      cursor = last.nextCursor ?? undefined
    } while (cursor && data.length < asked.size)
    accept({ ...last, data }, asked, askedAt)
  }

  /** Reloads the first page after it failed or while its request hangs. Tries several times, because a network that has just come back may break again. */
  async function readAnew() {
    await client.cancelQueries({ queryKey: keys.list })
    for (let tries = 0; tries < firstPageTries && !pagesNow(); tries += 1) {
      await client.refetchQueries({ queryKey: keys.list, type: 'active' })
    }
  }

  async function loadMore() {
    const cursor = pagesNow()?.pages.at(-1)?.nextCursor
    if (!cursor) return
    const page = await source.page(query.limit, cursor)
    update((pages) => appendPage(pages, page, cursor))
  }

  async function refreshChanged(changes: readonly StudyChange[]) {
    await untilLoaded(keys.list)
    const pages = pagesNow()
    if (!pages) return
    const known = changes.filter(({ studyId }) => findRow(pages, studyId))
    const [first] = known
    if (first && changes.length === 1) {
      await refreshOne(first.studyId)
      if (plain) return
    }
    // A study that starts to match can be anywhere. In a plain list it is new and comes on top.
    if (!plain && known.length < changes.length) return refreshRows()
    const asked = new Set(known.map(({ studyId }) => studyId))
    const touched = pages.pages.flatMap((page, index) => (page.data.some((row) => asked.has(row._id)) ? [index] : []))
    const indexes = [...new Set(known.length < changes.length ? [0, ...touched] : touched)]
    if (indexes.length > maxSinglePages) return refreshRows()
    for (const index of indexes) {
      await refreshPage(index, new Set(pages.pages[index]?.data.map((row) => row._id).filter((id) => asked.has(id))))
    }
  }

  /** Applies the statuses in messages at once, before anything is fetched. */
  function applyStatuses(changes: readonly StudyChange[]) {
    const rows = changes.flatMap(({ studyId, status }) => {
      const row = status && findRow(pagesNow(), studyId)
      return row ? [{ ...row, workflowStatus: status, currentCategory: statusTable[status].category }] : []
    })
    if (rows.length > 0) update((pages) => replaceRows(pages, rows))
  }

  return {
    prune,
    async apply(batch: readonly StudyChange[]) {
      const changes = [...new Map(batch.map((change) => [change.studyId, change])).values()]
      applyStatuses(batch)
      await afterOthers(() => Promise.all([refreshCounts(), refreshChanged(changes)]))
      prune()
    },
    async refreshAll() {
      if (!pagesNow()) return readAnew()
      await afterOthers(() => Promise.all([refreshCounts(), refreshRows()]))
      prune()
    },
    /** Loads the page after those that are loaded. */
    loadMore: () => afterOthers(loadMore),
    show() {
      waiting.clear()
      onWaiting(new Set())
    },
  }
}

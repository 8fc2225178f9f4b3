import type { Role } from '@readroom/contracts/permissions'
import type { StudyCounts, StudyList, WorklistRow } from '@readroom/contracts/studies'
import { type StudyStatus, statusTable } from '@readroom/contracts/study-workflow'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-error.ts'
import { createTurns } from '../../lib/in-turn.ts'
import { updateCachedRows } from '../../lib/studies/study-cache.ts'
import { hasOverride, heedNewerRows } from '../../lib/studies/study-overrides.ts'
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
} from '../../lib/studies/study-pages.ts'
import { isPlain, type WorklistQuery } from './worklist-url.ts'

/** What a live message says about a study. */
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
  /** Where the rows and the counts of the query are kept. */
  keys: { list: QueryKey; counts: QueryKey }
  source: Source
  /** A row is under the pointer or focused, or the list is scrolled: then nothing may move. */
  isBusy: () => boolean
  /** Loaded studies that are not shown until they are asked for. */
  onWaiting: (studyIds: ReadonlySet<string>) => void
}

/** More pages than this are read anew from the top, in pages as large as the API gives. */
const maxSinglePages = 2
const largestPage = 1000
const firstPageTries = 3

/**
 * Keeps the loaded pages of one worklist up to date without moving a row that somebody looks at.
 *
 * Which studies match the filters, and in which order, only the server knows: the web never repeats its rules. So a change in a filtered
 * or sorted list reads the touched rows again with the same query, and only what that answer has can become a new row.
 *
 * Rows are read one request after the other, so that no older answer comes after a newer one.
 */
export function createWorklistSync({ client, role, query, keys, source, isBusy, onWaiting }: WorklistSyncOptions) {
  const plain = isPlain(query)
  const departed = new Set<string>()
  const waiting = new Set<string>()
  const pagesNow = () => client.getQueryData<StudyPages>(keys.list)
  const update = (change: (pages: StudyPages) => StudyPages) =>
    client.setQueryData<StudyPages>(keys.list, (pages) => pages && change(pages))

  const afterOthers = createTurns()

  /** What the page itself is reading may have been read before a change, and would come behind what is read for it. */
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

  /** Drops rows that left this list, once nobody is on it and the user's own change has been shown long enough. */
  function prune() {
    const busy = isBusy()
    const left = (row: WorklistRow) => departed.has(row._id) || !belongsTo(query.tab, row, role)
    drop((row) => (!busy || waiting.has(row._id)) && !hasOverride(row._id) && left(row))
  }

  /** Rows that were asked for and are missing, unless they were pushed beyond the end of the answer. */
  function markDeparted(fresh: StudyList, asked: ReadonlySet<string>) {
    const answered = new Set(fresh.data.map((row) => row._id))
    const loaded = allRows(pagesNow())
    const last = fresh.data.findLast((row) => findRow(pagesNow(), row._id))
    const end = fresh.nextCursor ? loaded.findIndex((row) => row._id === last?._id) : loaded.length
    for (const id of answered) departed.delete(id)
    for (const { _id } of loaded.slice(0, Math.max(end, 0))) if (asked.has(_id) && !answered.has(_id)) departed.add(_id)
  }

  /** Without the rows that moved up from pages which are not loaded yet: they are not news. */
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

  /** Reads everything that is loaded once more. Rows that are gone leave when nobody is on the list. */
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

  /** The first page has failed, or its request hangs. A network that has just come back may break off once more. */
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
    // A study that begins to match can stand anywhere; in a plain list it is new and stands on top.
    if (!plain && known.length < changes.length) return refreshRows()
    const asked = new Set(known.map(({ studyId }) => studyId))
    const touched = pages.pages.flatMap((page, index) => (page.data.some((row) => asked.has(row._id)) ? [index] : []))
    const indexes = [...new Set(known.length < changes.length ? [0, ...touched] : touched)]
    if (indexes.length > maxSinglePages) return refreshRows()
    for (const index of indexes) {
      await refreshPage(index, new Set(pages.pages[index]?.data.map((row) => row._id).filter((id) => asked.has(id))))
    }
  }

  /** The status of a message shows at once, before anything is fetched. */
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
    /** Reads the page behind those that are loaded. */
    loadMore: () => afterOthers(loadMore),
    show() {
      waiting.clear()
      onWaiting(new Set())
    },
  }
}

import type { Role } from '@readroom/contracts/permissions'
import type { StudyCounts, StudyList, WorklistRow } from '@readroom/contracts/studies'
import { type StudyStatus, statusTable, type Tab } from '@readroom/contracts/study-workflow'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { studyKeys, updateCachedRows } from '../../lib/study-cache.ts'
import { hasOverride } from '../../lib/study-overrides.ts'
import {
  allRows,
  belongsTo,
  findRow,
  insertRows,
  removeRows,
  replaceRows,
  type StudyPages,
  unknownRows,
  withTotal,
} from '../../lib/study-pages.ts'

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
  tab: Tab
  limit: number
  source: Source
  /** A row is under the pointer or focused, or the list is scrolled: then nothing may move. */
  isBusy: () => boolean
  /** New studies that wait until they are asked for. */
  onIncoming: (rows: WorklistRow[]) => void
}

/** More pages than this are read anew from the top, in pages as large as the API gives. */
const maxSinglePages = 2
const largestPage = 1000

/** Keeps the loaded pages of one worklist up to date without moving a row that somebody looks at. */
export function createWorklistSync({ client, role, tab, limit, source, isBusy, onIncoming }: WorklistSyncOptions) {
  const key = studyKeys.list(role, tab, limit)
  const departed = new Set<string>()
  const pagesNow = () => client.getQueryData<StudyPages>(key)
  const update = (change: (pages: StudyPages) => StudyPages) =>
    client.setQueryData<StudyPages>(key, (pages) => pages && change(pages))

  /** Drops rows that left this tab, once nobody is on the list and the user's own change has been shown long enough. */
  function prune() {
    if (isBusy()) return
    const gone = (row: WorklistRow) => !hasOverride(row._id) && (departed.has(row._id) || !belongsTo(tab, row))
    if (allRows(pagesNow()).some(gone)) update((pages) => removeRows(pages, gone))
    departed.clear()
  }

  /** Rows that were asked for, lie within the answer's span of upload times, and are not in it. */
  function markDeparted(fresh: StudyList, asked: ReadonlySet<string>) {
    const answered = new Set(fresh.data.map((row) => row._id))
    const oldest = fresh.nextCursor ? (fresh.data.at(-1)?.uploadDateTime ?? '') : ''
    for (const row of allRows(pagesNow())) {
      if (asked.has(row._id) && !answered.has(row._id) && row.uploadDateTime > oldest) departed.add(row._id)
    }
  }

  function accept(fresh: StudyList, asked: ReadonlySet<string>) {
    markDeparted(fresh, asked)
    const incoming = unknownRows(pagesNow(), fresh.data)
    updateCachedRows(client, fresh.data)
    update((pages) => withTotal(replaceRows(pages, fresh.data), fresh.totalRecords))
    if (incoming.length > 0 && isBusy()) onIncoming(incoming)
    else update((pages) => insertRows(pages, incoming))
  }

  async function refreshOne(studyId: string) {
    try {
      updateCachedRows(client, [await source.study(studyId)])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      update((pages) => removeRows(pages, (row) => row._id === studyId))
    }
  }

  async function refreshPage(index: number, asked: ReadonlySet<string>) {
    const pages = pagesNow()
    const size = Math.max(limit, pages?.pages[index]?.data.length ?? 0)
    accept(await source.page(Math.min(size, largestPage), pages?.pageParams[index]), asked)
  }

  async function refreshCounts() {
    client.setQueryData(studyKeys.counts, await source.counts())
  }

  /** Reads everything that is loaded once more. Rows that are gone leave when nobody is on the list. */
  async function refreshRows() {
    const asked = new Set(allRows(pagesNow()).map((row) => row._id))
    if (!pagesNow()) return
    const size = Math.min(largestPage, Math.max(limit, asked.size))
    const data: WorklistRow[] = []
    let last: StudyList
    let cursor: string | undefined
    do {
      last = await source.page(size, cursor)
      data.push(...last.data)
      cursor = last.nextCursor ?? undefined
    } while (cursor && data.length < asked.size)
    accept({ ...last, data }, asked)
  }

  async function refreshChanged(changes: readonly StudyChange[]) {
    const pages = pagesNow()
    if (!pages) return
    const known = changes.filter(({ studyId }) => findRow(pages, studyId))
    const [first] = known
    if (first && changes.length === 1) return refreshOne(first.studyId)
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
      await Promise.all([refreshCounts(), refreshChanged(changes)])
      prune()
    },
    async refreshAll() {
      await Promise.all([refreshCounts(), refreshRows()])
      prune()
    },
    show(rows: readonly WorklistRow[]) {
      update((pages) => insertRows(pages, rows))
    },
  }
}

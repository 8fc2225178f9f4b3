import type { StudyList, WorklistRow } from '@readroom/contracts/studies/studies'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { makeCounts, makePage, makeRow } from '../../../lib/studies/study.fixture.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { clearOverride, confirmOverride, hasOverride, overrideStudy } from '../../../lib/studies/study-overrides.ts'
import { allRows, insertRows, removeRows, type StudyPages } from '../../../lib/studies/study-pages.ts'
import { worklistRoles } from '../list/worklist-roles.ts'
import { createWorklistSync } from './worklist-sync.ts'
import { queryOf, readWorklistUrl, type WorklistUrl } from './worklist-url.ts'

const rows = [makeRow(1), makeRow(2), makeRow(3)]

const everything = readWorklistUrl(new URLSearchParams('tab=pending&date=all'), worklistRoles.admin)

type SetUp = { url?: Partial<WorklistUrl>; busy?: boolean; hasMore?: boolean }

/** Creates a synchronised list of two pages and the server it reads from. */
function setUp({ url = {}, busy = false, hasMore = false }: SetUp = {}) {
  const client = new QueryClient()
  const keys = { list: studyKeys.list('admin', url), counts: studyKeys.countsOf('admin', url) }
  client.setQueryData<StudyPages>(keys.list, {
    pages: [makePage(rows.slice(0, 2), 'c1'), makePage(rows.slice(2), hasMore ? 'c2' : null)],
    pageParams: [undefined, 'c1'],
  })
  const asked: string[] = []
  const server = {
    pages: new Map<string | undefined, StudyList>(),
    studies: new Map<string, WorklistRow>(),
    /** Delays the answer to a page after it was read. */
    delay: Promise.resolve(),
  }
  const state = { busy, waiting: new Set<string>() as ReadonlySet<string> }
  const sync = createWorklistSync({
    client,
    role: 'admin',
    query: queryOf({ ...everything, ...url }),
    keys,
    isBusy: () => state.busy,
    onWaiting: (studyIds) => {
      state.waiting = studyIds
    },
    source: {
      page: async (limit, cursor) => {
        asked.push(`page ${cursor ?? 'first'} ${limit}`)
        const page = server.pages.get(cursor) ?? makePage([])
        await server.delay
        return page
      },
      counts: async () => {
        asked.push('counts')
        return { success: true, total: 1, pending: 1, inprogress: 0, completed: 0, isCapped: false }
      },
      study: async (studyId) => {
        asked.push('study')
        const study = server.studies.get(studyId)
        if (!study) throw new ApiError('STUDY_NOT_FOUND', 404, 'Study not found')
        return study
      },
    },
  })
  const loaded = () => allRows(client.getQueryData<StudyPages>(keys.list))
  const shown = () => loaded().flatMap((row) => (state.waiting.has(row._id) ? [] : [row.patientId]))
  const find = (number: number) => loaded().find((row) => row.patientId === `RH-${number}`)
  return { client, keys, sync, server, state, asked, shown, find }
}

afterEach(() => {
  for (const row of rows) clearOverride(row._id)
})

test('fetches a single changed row alone and replaces it in place', async () => {
  const { sync, server, asked, shown, find } = setUp()
  server.studies.set(makeRow(2)._id, { ...makeRow(2), description: 'MR Knee' })
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(asked.toSorted()).toEqual(['counts', 'study'])
  expect(find(2)?.description).toBe('MR Knee')
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
})

test('many changes on one page cause one fetch of that page', async () => {
  const { sync, server, asked } = setUp()
  server.pages.set(undefined, makePage(rows.slice(0, 2), 'c1'))
  await sync.apply([{ studyId: makeRow(1)._id }, { studyId: makeRow(2)._id }, { studyId: makeRow(1)._id }])
  expect(asked.toSorted()).toEqual(['counts', 'page first 100'])
})

test('shows a new status at once, before the server has answered', () => {
  const { sync, find } = setUp({ busy: true })
  void sync.apply([{ studyId: makeRow(1)._id, status: 'assigned_to_doctor' }])
  expect(find(1)).toMatchObject({ workflowStatus: 'assigned_to_doctor', currentCategory: 'inprogress' })
})

test('a new study appears on top if the list is not in use', async () => {
  const { sync, server, shown, state } = setUp()
  server.pages.set(undefined, makePage([makeRow(0), makeRow(1)], 'c0'))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(shown()).toEqual(['RH-0', 'RH-1', 'RH-2', 'RH-3'])
  expect(state.waiting.size).toBe(0)
})

test('a new study waits while the list is in use, and appears on request', async () => {
  const { sync, server, shown, state } = setUp({ busy: true })
  server.pages.set(undefined, makePage([makeRow(0), makeRow(1)], 'c0'))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  expect(state.waiting.size).toBe(1)
  sync.show()
  expect(shown()).toEqual(['RH-0', 'RH-1', 'RH-2', 'RH-3'])
})

test('a row that left the tab stays while the list is in use, and goes afterwards', async () => {
  const { sync, server, shown, state } = setUp({ busy: true })
  server.studies.set(makeRow(2)._id, makeRow(2, 'assigned_to_doctor', [1]))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  state.busy = false
  sync.prune()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})

test("a row stays in the tab while the user's own change is shown", async () => {
  const { sync, server, shown } = setUp()
  overrideStudy(makeRow(2)._id, 'assigned_to_doctor', [])
  server.studies.set(makeRow(2)._id, makeRow(2, 'assigned_to_doctor', [1]))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  clearOverride(makeRow(2)._id)
  sync.prune()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})

test('a study that is no longer visible to the user goes at once', async () => {
  const { sync, shown } = setUp({ busy: true })
  await sync.apply([{ studyId: makeRow(1)._id }])
  expect(shown()).toEqual(['RH-2', 'RH-3'])
})

test('keeps rows that newer ones pushed beyond the fetched range', async () => {
  const { sync, server, shown } = setUp()
  server.pages.set(undefined, makePage([makeRow(-1), makeRow(0), makeRow(1)], 'c'))
  await sync.refreshAll()
  expect(shown()).toEqual(['RH--1', 'RH-0', 'RH-1', 'RH-2', 'RH-3'])
})

test('a refresh removes rows that are gone', async () => {
  const { sync, server, shown } = setUp()
  server.pages.set(undefined, makePage([makeRow(1), makeRow(3)]))
  await sync.refreshAll()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})

const filtered = { search: 'brain' }

test('with filters, removes a changed study that no longer matches', async () => {
  const { sync, server, asked, shown } = setUp({ url: filtered })
  server.studies.set(makeRow(2)._id, { ...makeRow(2), description: 'MR Knee' })
  server.pages.set(undefined, makePage([makeRow(1), makeRow(3)], 'c'))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-3'])
  expect(asked.toSorted()).toEqual(['counts', 'page first 100', 'study'])
})

test('with filters, a new study that does not match is not announced', async () => {
  const { sync, server, shown, state } = setUp({ url: filtered, busy: true })
  server.pages.set(undefined, makePage(rows))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  expect(state.waiting.size).toBe(0)
})

test('in another order, a new study takes the position the server gives it', async () => {
  const { sync, server, shown } = setUp({ url: { sort: 'patientName' } })
  server.pages.set(undefined, makePage([makeRow(1), makeRow(2), makeRow(7), makeRow(3)]))
  await sync.apply([{ studyId: makeRow(7)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-7', 'RH-3'])
})

test('a waiting study that stops matching no longer waits', async () => {
  const { sync, server, shown, state } = setUp({ url: filtered, busy: true })
  server.pages.set(undefined, makePage([makeRow(0), ...rows]))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(state.waiting.size).toBe(1)
  server.studies.set(makeRow(0)._id, makeRow(0))
  server.pages.set(undefined, makePage(rows))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(state.waiting.size).toBe(0)
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
})

test('rows that move up from pages not loaded yet are not announced', async () => {
  const { sync, server, shown, state } = setUp({ busy: true, hasMore: true })
  server.pages.set(undefined, makePage([makeRow(1), makeRow(3), makeRow(4)], 'c'))
  await sync.refreshAll()
  expect(state.waiting.size).toBe(0)
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
})

/** Delays a page that was already read, until the returned function is called. */
function hold(server: { delay: Promise<void> }) {
  let resolve = () => {}
  server.delay = new Promise((done) => {
    resolve = done
  })
  return () => {
    server.delay = Promise.resolve()
    resolve()
  }
}
/** Lets everything run that doesn't depend on the delayed page. */
const turnOfTheLoop = () => new Promise((done) => setTimeout(done))

const renamed = (number: number) => ({ ...makeRow(number), description: 'Changed' })

test('a change during the load of the next page applies to the loaded rows and to those of the page', async () => {
  const { sync, server, shown, find } = setUp({ hasMore: true })
  server.pages.set('c2', makePage([makeRow(3), makeRow(4)]))
  const arrive = hold(server)
  const more = sync.loadMore()
  await Promise.resolve()
  for (const number of [2, 4]) server.studies.set(makeRow(number)._id, renamed(number))
  const applied = [2, 4].map((number) => sync.apply([{ studyId: makeRow(number)._id }]))
  await turnOfTheLoop()
  arrive()
  await Promise.all([more, ...applied])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3', 'RH-4'])
  expect([2, 4].map((number) => find(number)?.description)).toEqual(['Changed', 'Changed'])
})

test('a page that arrives late keeps additions and removals since its request', async () => {
  const { client, keys, sync, server, shown } = setUp({ hasMore: true })
  server.pages.set('c2', makePage([makeRow(4)]))
  const arrive = hold(server)
  const more = sync.loadMore()
  await Promise.resolve()
  client.setQueryData<StudyPages>(
    keys.list,
    (pages) =>
      pages &&
      insertRows(
        removeRows(pages, (row) => row.patientId === 'RH-2'),
        [makeRow(0)],
      ),
  )
  arrive()
  await more
  expect(shown()).toEqual(['RH-0', 'RH-1', 'RH-3', 'RH-4'])
})

test("a full refresh doesn't undo a change that came during it", async () => {
  const { sync, server, find } = setUp()
  server.pages.set(undefined, makePage(rows))
  const arrive = hold(server)
  const all = sync.refreshAll()
  await Promise.resolve()
  server.studies.set(makeRow(2)._id, renamed(2))
  const applied = sync.apply([{ studyId: makeRow(2)._id }])
  await turnOfTheLoop()
  arrive()
  await Promise.all([all, applied])
  expect(find(2)?.description).toBe('Changed')
})

test('a change during the first load is not lost', async () => {
  const { client, keys, sync, server, find } = setUp()
  client.removeQueries({ queryKey: keys.list })
  const arrive = hold(server)
  const first = client.fetchQuery<StudyPages>({
    queryKey: keys.list,
    queryFn: async () => {
      await server.delay
      return { pages: [makePage(rows)], pageParams: [undefined] }
    },
  })
  server.studies.set(makeRow(2)._id, renamed(2))
  const applied = sync.apply([{ studyId: makeRow(2)._id }])
  await turnOfTheLoop()
  arrive()
  await Promise.all([first, applied])
  expect(find(2)?.description).toBe('Changed')
})

test("counts requested before a change don't replace those requested after it", async () => {
  const { client, keys, sync, server } = setUp()
  const arrive = hold(server)
  const first = client.fetchQuery({ queryKey: keys.counts, queryFn: () => server.delay.then(() => makeCounts()) })
  const applied = sync.apply([{ studyId: makeRow(2)._id }])
  await turnOfTheLoop()
  arrive()
  await Promise.all([first, applied])
  expect(client.getQueryData(keys.counts)).toMatchObject({ total: 1 })
})

test('reloads a failed first page when the connection is back, even if it breaks again', async () => {
  const { client, keys, sync, shown } = setUp()
  client.removeQueries({ queryKey: keys.list })
  let failures = 2
  const observer = new QueryObserver<StudyPages>(client, {
    queryKey: keys.list,
    queryFn: async () => {
      if (failures-- > 0) throw networkError()
      return { pages: [makePage(rows)], pageParams: [undefined] }
    },
    retry: false,
  })
  const leave = observer.subscribe(() => undefined)
  await observer.refetch()
  expect(shown()).toEqual([])
  await sync.refreshAll()
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  leave()
})

test('an assigned row keeps showing the assignment, through its own echo and an older answer', async () => {
  const { sync, server, shown } = setUp()
  const assigned = makeRow(2, 'assigned_to_doctor', [1])
  server.pages.set(undefined, makePage(rows))
  const arrive = hold(server)
  const older = sync.refreshAll()
  await Promise.resolve()
  confirmOverride(assigned)
  arrive()
  await older
  server.studies.set(assigned._id, assigned)
  await sync.apply([{ studyId: assigned._id, status: 'assigned_to_doctor' }])
  expect(hasOverride(assigned._id)).toBe(true)
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
})

test('an assigned row shows newer data: the doctor has started, or was unassigned', async () => {
  const { sync, server, find } = setUp({ busy: true })
  for (const newer of [makeRow(2, 'report_in_progress', [1]), makeRow(2, 'pending_assignment')]) {
    confirmOverride(makeRow(2, 'assigned_to_doctor', [1]))
    server.studies.set(newer._id, newer)
    await sync.apply([{ studyId: newer._id }])
    expect(hasOverride(newer._id)).toBe(false)
    if (newer.currentCategory === 'pending') expect(find(2)?.workflowStatus).toBe('pending_assignment')
  }
})

test("rows from before an assignment was completed don't undo it", async () => {
  const { sync, server } = setUp()
  overrideStudy(makeRow(2)._id, 'assigned_to_doctor', [])
  server.studies.set(makeRow(2)._id, makeRow(2))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(hasOverride(makeRow(2)._id)).toBe(true)
})

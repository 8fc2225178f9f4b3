import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeCounts, makePage, makeRow } from '../../../lib/studies/study.fixture.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import type { StudyPages } from '../../../lib/studies/study-pages.ts'
import { worklistRoles } from '../list/worklist-roles.ts'
import { queryOf, readWorklistUrl } from '../rows/worklist-url.ts'
import { useLiveWorklist } from './use-live-worklist.ts'

const rows = Array.from({ length: 20 }, (_, index) => makeRow(index + 1))

/** Stubs a server that answers every list with `matching`. Returns the requests. */
function serve(matching: typeof rows) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://readroom.test')
    asked.push(url)
    const body = url.pathname.endsWith('values') ? makeCounts() : makePage(matching)
    return new Response(JSON.stringify(body), { status: 200 })
  })
  return asked
}

function setUp(address: string, isBusy = false, client = new QueryClient()) {
  const query = queryOf(readWorklistUrl(new URLSearchParams(address), worklistRoles.admin))
  client.setQueryData<StudyPages>(studyKeys.list('admin', query), { pages: [makePage(rows)], pageParams: [undefined] })
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  return renderHook(() => useLiveWorklist({ role: 'admin', query, isBusy: () => isBusy }), { wrapper }).result
}

const changed = (studyId: string): ServerMessage => ({ type: 'worklist_changed', studyId })

beforeEach(() => {
  vi.useFakeTimers()
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  sessionStore.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("twenty changes within a second cause two fetches of rows and two of counts, with the list's filters", async () => {
  const asked = serve(rows)
  const live = setUp('tab=pending&date=yesterday&search=brain&modality=CT')
  for (const row of rows) {
    act(() => live.current.onMessage(changed(row._id)))
    await act(() => vi.advanceTimersByTimeAsync(49))
  }
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  const paths = asked.map(({ pathname }) => pathname)
  expect(paths.filter((path) => path === '/api/admin/studies/search')).toHaveLength(2)
  expect(paths.filter((path) => path === '/api/admin/search/values')).toHaveLength(2)
  expect(paths).toHaveLength(4)
  for (const { searchParams } of asked) {
    expect(Object.fromEntries(searchParams)).toMatchObject({ quickDatePreset: 'yesterday', searchTerm: 'brain', modality: 'CT' })
  }
})

test('a new study waits if it matches, and is ignored otherwise', async () => {
  const asked = serve([makeRow(0), ...rows])
  const live = setUp('tab=pending&date=all&patientName=patient', true)
  act(() => live.current.onMessage(changed(makeRow(0)._id)))
  act(() => live.current.onMessage(changed(makeRow(99)._id)))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect([...live.current.waiting]).toEqual([makeRow(0)._id])
  expect(asked).toHaveLength(2)
  act(() => live.current.showWaiting())
  expect(live.current.waiting.size).toBe(0)
})

test("reloads a study's open data after a reconnect, because a withdrawn report may have been missed", async () => {
  serve(rows)
  const client = new QueryClient()
  const live = setUp('tab=all', false, client)
  const reads = [studyKeys.reportsOf('one'), studyKeys.critical].map((queryKey) => {
    const read = vi.fn(async () => 'read')
    new QueryObserver(client, { queryKey: [...queryKey, 'list'], queryFn: read, staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    )
    return read
  })
  await act(() => vi.advanceTimersByTimeAsync(0))
  await act(async () => live.current.onReconnected())
  for (const read of reads) expect(read).toHaveBeenCalledTimes(2)
})
